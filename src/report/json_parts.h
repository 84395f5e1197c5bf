// The parts of a findings file that journals contain, too. Only for this folder: no other code should need to know
// which JSON library is used.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "report/finding.h"

namespace raddle::report {

// For writing: keeps keys in the order in which they were added. Look-up is linear, so input from outside is not read
// into one.
using OrderedJson = nlohmann::ordered_json;
using Json = nlohmann::json;

OrderedJson ToJson(const Finding& finding);
OrderedJson ToJson(const Statistics& statistics);
OrderedJson ToJson(const std::vector<std::string>& texts);
std::string Dump(const OrderedJson& json, int indent = -1);

// The error's offset is that of the first wrong byte.
Result<Json> ParseJson(std::string_view text);

// `place` is where the value stands in its file, for the error. The finding has been through Complete.
Result<Finding> FindingFromJson(const Json& json, std::string place);
Result<Statistics> StatisticsFromJson(const Json& json, std::string place);

}  // namespace raddle::report
