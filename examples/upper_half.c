/* An engine in C. It min-raises with an ace, calls with the upper half of its ranks, and
   folds the rest to a bet; it also gives full-range answers.

   cc -O2 -o upper_half examples/upper_half.c
   pokergui match holdem-nolimit process:./upper_half random */

#include <stdio.h>
#include <string.h>

static const char RANKS[] = "23456789TJQKA", SUITS[] = "cdhs";
static char hole[8], legal[8], least[16];
static int ranks, suits, hole_cards;

/* Parse the numbers of the deck from a definition with lines such as "numRanks = 13". */
static void read_game(void) {
    char line[512];
    while (fgets(line, sizeof line, stdin) && strncmp(line, "END GAMEDEF", 11) != 0) {
        sscanf(line, "numRanks = %d", &ranks);
        sscanf(line, "numSuits = %d", &suits);
        sscanf(line, "numHoleCards = %d", &hole_cards);
    }
}

/* The word after another one: "200" after "min" in "go ms 100 seed 7 legal fcr min 200 max 2000". */
static void word_after(const char *line, const char *word, char *found, size_t size) {
    const char *place = strstr(line, word);
    found[0] = 0;
    if (!place) return;
    place += strlen(word);
    snprintf(found, size, "%.*s", (int)strcspn(place, " \r\n"), place);
}

/* What is done with some cards: f, c or r, if that is legal. */
static char choice(const char *cards) {
    int best = 0;
    for (; *cards; cards += 2) {
        int rank = (int)(strchr(RANKS, *cards) - RANKS);
        if (rank > best) best = rank;
    }
    if (best == 12 && strchr(legal, 'r')) return 'r';
    return best < 13 - (ranks + 1) / 2 && strchr(legal, 'f') ? 'f' : 'c';
}

/* The rows of one hand after another; of a deck of 2c 2d 2h 2s 3c ... As it has the top ones. */
static void answer_range(void) {
    int deck = ranks * suits;
    printf("actions");
    for (const char *one = legal; *one; one++) printf(" %c%s", *one, *one == 'r' ? least : "");
    printf("\n");
    for (int high = 0; high < deck; high++)
        for (int low = 0; low < (hole_cards == 2 ? high : 1); low++) {
            char cards[5] = "";
            for (int i = 0; i < hole_cards; i++) {
                int card = i == 0 ? high : low;
                cards[2 * i] = RANKS[13 - ranks + card / suits];
                cards[2 * i + 1] = SUITS[4 - suits + card % suits];
            }
            printf("row %s", cards);
            for (const char *one = legal; *one; one++) printf(" %d", *one == choice(cards));
            printf("\n");
        }
    printf("done\n");
}

int main(void) {
    static char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        word_after(line, " legal ", legal, sizeof legal);
        word_after(line, " min ", least, sizeof least);
        if (strncmp(line, "hello", 5) == 0) {
            printf("name Upper half\ncan act range\nready\n");
        } else if (strncmp(line, "game", 4) == 0) {
            read_game();
            printf("ready\n");
        } else if (strncmp(line, "position", 8) == 0) {
            sscanf(line, "position %*d %7s", hole);
        } else if (strncmp(line, "go", 2) == 0) {
            char does = choice(hole);
            printf("act %c%s\n", does, does == 'r' ? least : "");
        } else if (strncmp(line, "range", 5) == 0) {
            answer_range();
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
