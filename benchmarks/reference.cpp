// War and Crazy 8s as a C++ program would play them, to measure the kernels against: linear buffers, the generator and
// the shuffle of docs/rng.md, one core, no vector instructions of our own.
//
//     reference war FACE_DOWN GAMES SEED STREAM        reference crazy8s SEATS GAMES SEED STREAM
//
// STREAM is the index of the stream that shuffles the deck. Prints the sum of the lengths, the wins of the first seat, and the processor time it took in seconds.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

using u64 = std::uint64_t;

namespace {

constexpr u64 kGolden = 0x9E3779B97F4A7C15ull;
// The index of the stream "deck", as the split of docs/rng.md has it.
u64 deck_stream = 0;

u64 scramble(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

u64 mix(u64 seed, u64 index) { return scramble(seed + kGolden * (index + 1)); }

struct Stream {
    u64 state;
    std::uint32_t below(u64 n) {
        for (;;) {
            state += kGolden;
            unsigned __int128 product = static_cast<unsigned __int128>(scramble(state)) * n;
            u64 low = static_cast<u64>(product);
            if (low >= n || low >= (0 - n) % n) return static_cast<std::uint32_t>(product >> 64);
        }
    }
    void shuffle(int* items, int size) {
        for (int last = size - 1; last > 0; --last) std::swap(items[last], items[below(last + 1)]);
    }
};

constexpr int kCards = 52;
constexpr int kRoom = 8192;

// A card is rank * 64 + k; cards of one rank differ by less than 64.
struct War {
    int face_down;
    int a[kRoom], b[kRoom], laid[2 * kCards], kept[kCards];
    int a_head = 0, a_tail = 0, b_head = 0, b_tail = 0, kept_a = 0;
    long rounds = 0;

    void deal(u64 seed) {
        int pile[kCards];
        for (int k = 0; k < kCards; ++k) pile[kCards - 1 - k] = (k % 13 << 6) + k;
        Stream stream{mix(seed, deck_stream)};
        stream.shuffle(pile, kCards);
        a_head = b_head = 0;
        a_tail = b_tail = kCards / 2;
        for (int k = 0; k < kCards / 2; ++k) {
            a[k] = pile[kCards - 1 - 2 * k];
            b[k] = pile[kCards - 2 - 2 * k];
        }
        rounds = 0;
    }

    void move_up(int* deck, int& head, int& tail, int room) {
        if (tail + room <= kRoom) return;
        std::memmove(deck, deck + head, sizeof(int) * (tail - head));
        tail -= head;
        head = 0;
    }

    // 0 or 1 for the winner, 2 for a draw, 3 for an endless game.
    int play() {
        keep();
        long power = 1, passed = 0;
        for (;;) {
            int battles = a_tail - a_head < b_tail - b_head ? a_tail - a_head : b_tail - b_head;
            if (battles == 0) return a_tail > a_head ? 0 : b_tail > b_head ? 1 : 2;
            move_up(a, a_head, a_tail, 2 * battles + 2);
            move_up(b, b_head, b_tail, 2 * battles + 2);
            int end = run(battles);
            if (end >= 0) return end;
            if (same()) return 3;
            if (++passed == power) {
                keep();
                power *= 2;
                passed = 0;
            }
        }
    }

    int run(int battles) {
        int at = a_tail, bt = b_tail, k = 0;
        for (; k < battles; ++k) {
            int one = a[a_head + k], two = b[b_head + k];
            if ((one ^ two) < 64) break;
            a[at] = one;
            a[at + 1] = two;
            b[bt] = two;
            b[bt + 1] = one;
            int won = one > two ? 2 : 0;
            at += won;
            bt += 2 - won;
        }
        a_head += k;
        b_head += k;
        a_tail = at;
        b_tail = bt;
        rounds += k;
        return k < battles ? war() : -1;
    }

    int war() {
        ++rounds;
        int steps = 0;
        for (;;) {
            int one = laid[2 * steps] = a[a_head++];
            int two = laid[2 * steps + 1] = b[b_head++];
            ++steps;
            if ((one ^ two) >= 64) {
                take(steps, one > two ? 0 : 1);
                return -1;
            }
            for (int k = 0; k <= face_down; ++k) {
                bool first = a_tail > a_head, second = b_tail > b_head;
                if (!first && !second) return 2;
                if (!first || !second) {
                    take(steps, first ? 0 : 1);
                    return first ? 0 : 1;
                }
                if (k == face_down) break;
                laid[2 * steps] = a[a_head++];
                laid[2 * steps + 1] = b[b_head++];
                ++steps;
            }
        }
    }

    void take(int steps, int winner) {
        move_up(a, a_head, a_tail, 2 * kCards);
        move_up(b, b_head, b_tail, 2 * kCards);
        int* deck = winner == 0 ? a : b;
        int& tail = winner == 0 ? a_tail : b_tail;
        for (int k = 0; k < steps; ++k) deck[tail++] = laid[2 * k + winner];
        for (int k = 0; k < steps; ++k) deck[tail++] = laid[2 * k + 1 - winner];
    }

    void keep() {
        kept_a = a_tail - a_head;
        std::memcpy(kept, a + a_head, sizeof(int) * kept_a);
        std::memcpy(kept + kept_a, b + b_head, sizeof(int) * (b_tail - b_head));
    }

    bool same() const {
        return a_tail - a_head == kept_a && std::memcmp(kept, a + a_head, sizeof(int) * kept_a) == 0 &&
               std::memcmp(kept + kept_a, b + b_head, sizeof(int) * (b_tail - b_head)) == 0;
    }
};

// The highest place in a set that is not empty.
int highest(u64 set) { return 63 - __builtin_clzll(set); }

// A card is rank * 4 + suit; the 8s are rank 6. A card that was drawn is known by its place in the deck, which is drawn
// from the last place down: hands, ranks and suits are sets of places, and who plays first plays its highest place.
struct Crazy8s {
    int seats;
    int deck[kCards], discards[kCards];
    u64 hands[4], ranks[13], suits[4];
    int stock_size = 0, discard_size = 0;
    long turns = 0;
    bool settled = false;
    Stream stream{0};

    // The deck is shuffled only as far as cards are drawn.
    int draw() {
        int last = --stock_size;
        if (last > 0 && !settled) std::swap(deck[last], deck[stream.below(last + 1)]);
        return last;
    }

    void give(int seat, int place) {
        u64 bit = u64{1} << place;
        hands[seat] |= bit;
        ranks[deck[place] >> 2] |= bit;
        suits[deck[place] & 3] |= bit;
    }

    void deal(u64 seed) {
        for (int k = 0; k < kCards; ++k) deck[kCards - 1 - k] = k % 13 * 4 + k / 13;
        stream = Stream{mix(seed, deck_stream)};
        stock_size = kCards;
        settled = false;
        std::memset(hands, 0, sizeof hands);
        std::memset(ranks, 0, sizeof ranks);
        std::memset(suits, 0, sizeof suits);
        discards[0] = deck[draw()];
        discard_size = 1;
        for (int k = 0; k < 5; ++k)
            for (int seat = 0; seat < seats; ++seat) give(seat, draw());
        turns = 0;
    }

    // The discards but the top one become the stock, the oldest on top; the places of held cards are those above it.
    void flip() {
        int before[kCards], last = kCards, size = discard_size - 1;
        std::memcpy(before, deck, sizeof before);
        std::memset(ranks, 0, sizeof ranks);
        std::memset(suits, 0, sizeof suits);
        for (int seat = 0; seat < seats; ++seat) {
            u64 hand = hands[seat];
            hands[seat] = 0;
            while (hand) {
                int place = highest(hand);
                hand ^= u64{1} << place;
                deck[--last] = before[place];
                give(seat, last);
            }
        }
        for (int k = 0; k < size; ++k) deck[k] = discards[size - 1 - k];
        discards[0] = discards[size];
        discard_size = 1;
        stock_size = size;
        settled = true;
    }

    // The seat that wins, or -1 for a draw. Endless games are not looked for: 52 cards hardly have any.
    int play() {
        int top = discards[0];
        for (int seat = 0;; seat = seat + 1 == seats ? 0 : seat + 1) {
            ++turns;
            u64 fit = hands[seat] & (ranks[top >> 2] | suits[top & 3] | ranks[6]);
            if (fit) {
                int place = highest(fit);
                top = discards[discard_size++] = deck[place];
                hands[seat] ^= u64{1} << place;
                if (hands[seat] == 0) return seat;
                continue;
            }
            if (stock_size == 0) {
                if (discard_size == 1) return -1;
                flip();
            }
            give(seat, draw());
        }
    }
};

War war;
Crazy8s crazy8s;

}  // namespace

int main(int count, char** words) {
    if (count != 6) return 2;
    bool is_war = std::strcmp(words[1], "war") == 0;
    war.face_down = crazy8s.seats = std::atoi(words[2]);
    u64 games = std::strtoull(words[3], nullptr, 10), master = std::strtoull(words[4], nullptr, 10);
    deck_stream = std::strtoull(words[5], nullptr, 10);
    u64 sum = 0, wins = 0;
    std::clock_t start = std::clock();
    for (u64 k = 0; k < games; ++k) {
        u64 seed = mix(master, k);
        if (is_war) {
            war.deal(seed);
            wins += war.play() == 0;
            sum += static_cast<u64>(war.rounds);
        } else {
            crazy8s.deal(seed);
            wins += crazy8s.play() == 0;
            sum += static_cast<u64>(crazy8s.turns);
        }
    }
    double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%llu %llu %.6f\n", static_cast<unsigned long long>(sum), static_cast<unsigned long long>(wins),
                seconds);
}
