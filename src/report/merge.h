// Merging: one finding per problem, whoever saw it and however often.
//
// Findings with the same id become one. It has the detectors of all, the strongest grade, and the evidence (accesses,
// message, object) of the finding with that grade; among several of that grade, the choice follows an order that has no
// meaning but is always the same. A finding with an unknown place is dropped if another one says the same and knows the
// place. So the result does not depend on the order or the grouping in which findings arrive.
#pragma once

#include <vector>

#include "report/finding.h"

namespace raddle::report {

// Two detectors of one JVM see the same accesses, so the larger of their counts is right. Two JVMs do not, so their
// counts are added.
enum class Counts { kSum, kLargest };

// In the order of reports: grade, kind, variable, id.
std::vector<Finding> Merge(std::vector<Finding> findings, Counts counts);

// Adds what `from` knows about the same problem. Both have been through Complete.
void MergeInto(Finding& into, Finding from, Counts counts);

// Notes are united and sorted, suppressions by their text. `command` and `raddle` are those of the first.
FindingsFile MergeFiles(std::vector<FindingsFile> files);

// Drops the findings whose id is among the baseline's, and counts them as known.
void RemoveKnown(FindingsFile& file, const FindingsFile& baseline);

}  // namespace raddle::report
