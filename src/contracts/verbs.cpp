#include "contracts/verbs.h"

#include <array>

namespace raddle::contracts {
namespace {

constexpr std::array kVerbs = {
    VerbName{"acquire", Verb::kAcquire, When::kAfter, Verb::kAcquireRead},
    VerbName{"release", Verb::kRelease, When::kBefore, Verb::kReleaseRead},
    VerbName{"publish", Verb::kPublish, When::kBefore, Verb::kPublish},
    VerbName{"receive", Verb::kReceive, When::kAfter, Verb::kReceive},
    VerbName{"fork", Verb::kFork, When::kBefore, Verb::kFork},
    VerbName{"join", Verb::kJoin, When::kAfter, Verb::kJoin},
    VerbName{"end", Verb::kEnd, When::kAfter, Verb::kEnd},
    VerbName{"wait", Verb::kWait, When::kBefore, Verb::kWait},
    VerbName{"notify", Verb::kNotify, When::kBefore, Verb::kNotify},
    VerbName{"speculate", Verb::kSpeculate, When::kAfter, Verb::kSpeculate},
    VerbName{"validate", Verb::kValidate, When::kAfter, Verb::kValidate},
    VerbName{"read", Verb::kRead, When::kBefore, Verb::kRead},
    VerbName{"write", Verb::kWrite, When::kBefore, Verb::kWrite},
    VerbName{"lend", Verb::kLend, When::kAfter, Verb::kLend},
    VerbName{"ask", Verb::kAsk, When::kBefore, Verb::kAsk},
};

}  // namespace

std::span<const VerbName> Verbs() {
  return kVerbs;
}

}  // namespace raddle::contracts
