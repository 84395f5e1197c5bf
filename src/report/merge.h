// Merging: one finding a problem, whoever saw it and how often.
//
// Findings with the same id become one: detectors united, the strongest grade, and the evidence (accesses, message,
// object) of that grade's finding; among several of that grade, by an order that has no meaning but is always the same.
// A finding that does not know one of its places is dropped where another says the same and knows it.
// So the result does not depend on the order or the grouping in which findings arrive.
#pragma once

#include <vector>

#include "report/finding.h"

namespace raddle::report {

// Two detectors of one JVM see the same accesses, so the larger of their counts is the right one; two JVMs do not.
enum class Counts { kSum, kLargest };

// In the order of reports: grade, kind, variable, id.
std::vector<Finding> Merge(std::vector<Finding> findings, Counts counts);

// Adds what `from` knows of the same problem. Both have been through Complete.
void MergeInto(Finding& into, Finding from, Counts counts);

// Notes are united and sorted, suppressions by their text. `command` and `raddle` are those of the first.
FindingsFile MergeFiles(std::vector<FindingsFile> files);

// Drops the findings whose id is among the baseline's, and counts them as known.
void RemoveKnown(FindingsFile& file, const FindingsFile& baseline);

}  // namespace raddle::report
