// What --stats prints about object races: the tables of the paper (von Praun and Gross, 2001).
#pragma once

#include <cstdint>
#include <string>

#include "detect/object/object.h"

namespace raddle::agent {

// By weave::ObjectCategory: how often an object was used in that way, if woven code counts. Java adds to them.
uint64_t* ObjectAccessCounts();

// Accesses by category (Table 2), incidents (Table 3), states reached (Table 5).
std::string ObjectStatistics(const detect::Object::Counts& counts);

}  // namespace raddle::agent
