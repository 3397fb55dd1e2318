/* mpi_main.c - bristle-mpi study run STUDY.yaml -o STORE.db: a study by the ranks of an MPI job, as mpirun or srun starts them */
#include <mpi.h>
#include <string.h>

#include "ranks.h"
#include "stopping.h"

static int run_study(const command_line *arguments)
{
    static const study_program program = {"bristle-mpi", ranks_do_runs};
    if (!arguments->words || strcmp(arguments->word[0], "run") != 0)
        return complain(BAD_INPUT,
                        "bristle-mpi does the runs of studies: bristle-mpi study run STUDY.yaml -o STORE.db");
    return study_run_by(&program, arguments);
}

static const option options[] = {
    {"output", "FILE", "store of the runs, FILE.db", 'o'},
    {"part", "K/N", "do part K of N of the runs only", 0},
    {"dry-run", NULL, "say what would be run, how much of it is done, and how long the rest takes", 0},
    {"alone", NULL, "let nobody read the store while the study runs; always so on network file systems", 0},
    {"progress", "TIME", "time between lines of progress where there is no terminal, as in a log (1 min)", 0},
    {"quiet", NULL, "print errors and warnings only", 'q'},
    {0},
};

static const command command_mpi = {
    .name = "bristle-mpi",
    .summary = "studies by the ranks of an MPI job",
    .usage = "mpirun [-n RANKS] bristle-mpi study run STUDY.yaml -o STORE.db",
    .details =
        "Does the runs of a study that its store does not have yet, as 'bristle study run' does, by all ranks of the\n"
        "job: each gets its next run when it is free. The store is written by rank 0, and has the same bits as\n"
        "with threads. 'bristle study' shows, exports and merges it.",
    .options = options,
    .run = run_study,
    .program = true,
};

static bool is_given(int count, char **word, const char *wanted, const char * or)
{
    for (int i = 1; i < count && strcmp(word[i], "--") != 0; i++)
        if (!strcmp(word[i], wanted) || !strcmp(word[i], or)) return true;
    return false;
}

int main(int count, char **word)
{
    int level, rank;
    end_when_signalled();
    if (is_given(count, word, "--help", "-h")) return command_end(command_help(&command_mpi));
    if (is_given(count, word, "--version", "--version")) {
        printf("bristle-mpi %s\n", bri_version());
        return command_end(DONE);
    }
    MPI_Init_thread(&count, &word, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank) {
        ranks_serve();
        die_when_signalled(); /* mpirun signals the others when rank 0 ends with another status than 0 */
        MPI_Finalize();
        return DONE;
    }
    bool study = count > 1 && !strcmp(word[1], "study");
    int status = run_command(&command_mpi, study ? count - 2 : 0, word + (study ? 2 : 1));
    if (!ranks_release()) MPI_Abort(MPI_COMM_WORLD, worse_of(status, UNFINISHED));
    MPI_Finalize();
    return command_end(status);
}
