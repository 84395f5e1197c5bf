// The parts of a findings file that journals hold too. For this folder: nobody else should need to know which JSON
// library it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "report/finding.h"

namespace raddle::report {

// Keys in the order in which they were put in, for writing. Look-up is linear, so what comes from outside is not read
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
