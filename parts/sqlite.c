/* sqlite.c - the part 'sqlite': keeps the runs of a study in a database; the only file that calls SQLite
 *
 *     row      a row per run: run (its number), key, a column for each parameter and measure, status, message, statistics, checksum
 *     runs     a view of it with plain names of columns
 *     units    unit of each of these columns
 *     about    model, study and measures as texts; history: commands that wrote, with their dates
 *
 * While a study writes, the file is in WAL mode with synchronous=normal: a commit is a write without waiting for the disk, so that a
 * program that is killed loses nothing, and a checkpoint waits for the disk. A clean end leaves one file without WAL, which can be
 * copied and read anywhere. Columns have no affinity: a number has its bits.
 *
 * SQLite does not notice a changed bit in a number or text. A checksum of each row and text, 8 bytes of SHA-256, does. */
#include "study/store.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/fail.h"
#include "part/part.h"
#include "study/hash.h"

enum {
    APPLICATION = 0x62725374, /* "brSt": what file(1) and we know a store by */
    FORMAT = 2,
    PATIENCE = 5000, /* ms, for another program that reads or writes */
    PATH_ROOM = 4200,
    MOST_COLUMNS = 1900
};

struct bri_store {
    sqlite3 *db;
    sqlite3_stmt *put, *number;
    bri_store_mode mode;
    const char *network;
    int lock, columns;
    char path[PATH_ROOM], lock_path[PATH_ROOM + 8];
};

/* --- errors ------------------------------------------------------------------------------------------------------------------------ */

static bri_status fail(const bri_store *s, int code, bri_error *err)
{
    int trouble = sqlite3_system_errno(s->db);
    const char *why = trouble ? strerror(trouble) : sqlite3_errmsg(s->db);
    switch (code & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE: return BRI_OK;
    case SQLITE_NOMEM: return bri_fail(err, BRI_NO_MEMORY, "out of memory: the store %s", s->path);
    case SQLITE_FULL: return bri_fail(err, BRI_CANNOT_WRITE, "%s cannot be written: the disk is full", s->path);
    case SQLITE_NOTADB:
        return bri_fail(err, BRI_BAD_FILE, "%s is no store of a study: give the name of one, or of a new file",
                        s->path);
    case SQLITE_ERROR: /* tables are not those that we made */
    case SQLITE_CORRUPT:
        return bri_fail(err, BRI_BAD_FILE,
                        "%s is damaged: keep it, and begin another store; 'sqlite3 %s .recover' may find its rows",
                        s->path, s->path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return bri_fail(err, BRI_CANNOT_WRITE, "%s is locked by another program: wait until it ends", s->path);
    default:
        return bri_fail(err, s->mode == BRI_STORE_READ ? BRI_BAD_FILE : BRI_CANNOT_WRITE, "%s cannot be %s: %s",
                        s->path, s->mode == BRI_STORE_READ ? "read" : "written", why);
    }
}

static bri_status execute(bri_store *s, const char *sql, bri_error *err)
{
    return fail(s, sqlite3_exec(s->db, sql, NULL, NULL, NULL), err);
}

static sqlite3_stmt *prepare(bri_store *s, const char *sql, bri_status *status, bri_error *err)
{
    sqlite3_stmt *made = NULL;
    int code = sqlite3_prepare_v2(s->db, sql, -1, &made, NULL);
    if (code) *status = fail(s, code, err);
    return made;
}

/* The number that a statement gives. */
static bri_status ask(bri_store *s, const char *sql, long long *number, bri_error *err)
{
    bri_status status = BRI_OK;
    sqlite3_stmt *question = prepare(s, sql, &status, err);
    if (status) return status;
    int code = sqlite3_step(question);
    *number = code == SQLITE_ROW ? sqlite3_column_int64(question, 0) : 0;
    status = fail(s, code, err);
    sqlite3_finalize(question);
    return status;
}

/* --- checksums ------------------------------------------------------------------------------------------------------------------- */

static void add_bytes(bri_hash *hash, char kind, uint64_t number)
{
    unsigned char byte[9] = {(unsigned char)kind};
    for (int i = 0; i < 8; i++)
        byte[1 + i] = (unsigned char)(number >> 8 * i);
    bri_hash_add(hash, byte, sizeof byte);
}

static void add_number(bri_hash *hash, double number)
{
    uint64_t bits;
    number = number == 0 ? 0 : number; /* of either sign */
    memcpy(&bits, &number, sizeof bits);
    add_bytes(hash, 'd', bits);
}

static void add_text(bri_hash *hash, const char *text)
{
    bri_hash_add(hash, text ? "t" : "n", 1);
    if (text) bri_hash_add_text(hash, text);
}

static long long end_of(bri_hash *hash)
{
    unsigned char digest[32];
    uint64_t sum = 0;
    bri_hash_end(hash, digest);
    for (int i = 0; i < 8; i++)
        sum |= (uint64_t)digest[i] << 8 * i;
    long long number;
    memcpy(&number, &sum, sizeof number);
    return number;
}

/* Of all that a row has but its number, which may change. */
static long long checksum_of(const bri_store_row *row, int columns)
{
    bri_hash hash;
    bri_hash_begin(&hash);
    bri_hash_add(&hash, row->key.byte, BRI_KEY_BYTES);
    for (int i = 0; i < columns; i++) {
        const bri_store_cell *cell = i < row->cells ? &row->cell[i] : NULL;
        if (cell && !cell->text && !isnan(cell->number))
            add_number(&hash, cell->number);
        else
            add_text(&hash, cell ? cell->text : NULL);
    }
    add_text(&hash, row->status);
    add_text(&hash, row->message);
    add_bytes(&hash, 'i', (uint64_t)row->steps);
    add_bytes(&hash, 'i', (uint64_t)row->evaluations);
    add_number(&hash, row->seconds);
    return end_of(&hash);
}

static long long checksum_of_text(const char *name, const char *text)
{
    bri_hash hash;
    bri_hash_begin(&hash);
    add_text(&hash, name);
    add_text(&hash, text);
    return end_of(&hash);
}

/* --- where the file is --------------------------------------------------------------------------------------------------------------- */

static void folder_of(const char *path, char folder[PATH_ROOM])
{
    const char *slash = strrchr(path, '/');
    snprintf(folder, PATH_ROOM, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
}

/* The name of a file system on which memory is not shared between machines; NULL: a local one. */
static const char *network_of(const char *path)
{
    static const struct {
        unsigned long magic;
        const char *name;
    } known[] = {
        {0x6969, "nfs"},        {0x517b, "smb"},      {0xff534d42, "cifs"},   {0xfe534d42, "smb2"},
        {0x0bd00bd0, "lustre"}, {0x47504653, "gpfs"}, {0x19830326, "beegfs"}, {0x5346414f, "afs"},
        {0x00c36400, "ceph"},   {0x01021997, "9p"},   {0xaad7aaea, "panfs"},  {0x20030528, "orangefs"},
        {0x65735546, "fuse"},
    };
    char folder[PATH_ROOM];
    struct statfs about;
    folder_of(path, folder);
    if (statfs(folder, &about)) return NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (((unsigned long)about.f_type & 0xffffffffu) == known[i].magic) return known[i].name;
    return NULL;
}

/* One program writes at a time: it holds a lock on a file beside the store, which ends with the program. */
static bri_status lock_store(bri_store *s, bri_error *err)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat held, named;
    snprintf(s->lock_path, sizeof s->lock_path, "%s-lock", s->path);
    for (;;) {
        s->lock = open(s->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (s->lock < 0) return bri_fail(err, BRI_CANNOT_WRITE, "%s cannot be written: %s", s->path, strerror(errno));
        if (fcntl(s->lock, F_SETLK, &whole)) {
            close(s->lock);
            s->lock = -1;
            return bri_fail(err, BRI_CANNOT_WRITE,
                            "another study is writing to %s: wait until it ends, or name "
                            "another store",
                            s->path);
        }
        if (!fstat(s->lock, &held) && !stat(s->lock_path, &named) && held.st_ino == named.st_ino) return BRI_OK;
        close(s->lock); /* the one who held it has deleted it in the meantime */
    }
}

static void unlock_store(bri_store *s)
{
    if (s->lock < 0) return;
    unlink(s->lock_path);
    close(s->lock);
    s->lock = -1;
}

/* --- opening ------------------------------------------------------------------------------------------------------------------------- */

/* Opens a file that is in WAL mode, without a WAL, in a folder where none can be written. */
static int open_immutable(bri_store *s)
{
    static const char hex[] = "0123456789abcdef";
    char uri[3 * PATH_ROOM + 40] = "file:", *to = uri + 5;
    for (const char *c = s->path; *c; c++) {
        bool plain = strchr("?#%", *c) == NULL;
        if (plain) *to++ = *c;
        if (!plain) *to++ = '%', *to++ = hex[(unsigned char)*c >> 4], *to++ = hex[*c & 15];
    }
    strcpy(to, "?immutable=1");
    sqlite3_close(s->db);
    return sqlite3_open_v2(uri, &s->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
}

static bri_status connect_to(bri_store *s, bri_error *err)
{
    bool reads = s->mode == BRI_STORE_READ;
    int flags = (reads ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_NOMUTEX;
    char wal[PATH_ROOM + 8];
    long long tables;
    int code = sqlite3_open_v2(s->path, &s->db, flags, NULL);
    if (code) return fail(s, code, err);
    sqlite3_busy_timeout(s->db, PATIENCE);
    snprintf(wal, sizeof wal, "%s-wal", s->path);
    if (reads && access(wal, F_OK) && ask(s, "SELECT count(*) FROM sqlite_master", &tables, NULL) &&
        sqlite3_errcode(s->db) == SQLITE_CANTOPEN && (code = open_immutable(s)))
        return fail(s, code, err);
    return BRI_OK;
}

static bri_status check_format(bri_store *s, bri_error *err)
{
    long long tables = 0, application = 0, format = 0, columns = 0;
    bri_status status = ask(s, "SELECT count(*) FROM sqlite_master", &tables, err);
    if (!status) status = ask(s, "PRAGMA application_id", &application, err);
    if (!status) status = ask(s, "PRAGMA user_version", &format, err);
    if (status) return status;
    if ((tables || application) && application != APPLICATION)
        return bri_fail(err, BRI_BAD_FILE,
                        "%s is a database of another program, and no store of a study: name another file", s->path);
    if (tables && format != FORMAT)
        return bri_fail(err, BRI_BAD_FILE, "%s is a store of another version of bristle (format %lld): use that one",
                        s->path, format);
    if (!tables) return BRI_OK;
    status = ask(s, "SELECT count(*) FROM units WHERE kind IN ('parameter', 'measure')", &columns, err);
    s->columns = (int)columns;
    return status;
}

/* Looks for damage, so that nothing is added to a damaged file. */
static bri_status check_pages(bri_store *s, bri_error *err)
{
    long long damaged = 0;
    if (s->mode == BRI_STORE_READ) return BRI_OK;
    bri_status status = ask(s, "SELECT count(*) FROM pragma_quick_check(1) WHERE quick_check <> 'ok'", &damaged, err);
    return status ? status : damaged ? fail(s, SQLITE_CORRUPT, err) : BRI_OK;
}

static bri_status close_store(bri_store *s, bri_error *err);

static bri_status open_store(const char *path, bri_store_mode mode, bri_store **store, bri_error *err)
{
    *store = NULL;
    if (strlen(path) + 16 > PATH_ROOM) return bri_fail(err, BRI_BAD_VALUE, "the name of the store is too long");
    if (mode == BRI_STORE_READ && access(path, R_OK))
        return bri_fail(err, BRI_BAD_FILE, "the store %s cannot be read: %s", path, strerror(errno));
    bri_store *s = calloc(1, sizeof *s);
    if (!s) return bri_fail(err, BRI_NO_MEMORY, "out of memory: the store %s", path);
    s->lock = -1;
    s->mode = mode;
    strcpy(s->path, path);
    s->network = network_of(path);
    if (s->network && mode == BRI_STORE_WRITE) s->mode = BRI_STORE_ALONE;
    bri_status status = mode == BRI_STORE_READ ? BRI_OK : lock_store(s, err);
    if (!status) status = connect_to(s, err);
    if (!status) status = check_format(s, err);
    if (!status) status = check_pages(s, err);
    if (!status && s->mode == BRI_STORE_ALONE) status = execute(s, "PRAGMA locking_mode=EXCLUSIVE", err);
    if (!status && s->mode != BRI_STORE_READ)
        status = execute(s,
                         "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0; "
                         "PRAGMA cache_size=-8000; PRAGMA journal_size_limit=16000000",
                         err);
    if (status) {
        s->mode = BRI_STORE_READ; /* nothing is to be tidied */
        close_store(s, NULL);
        return status;
    }
    *store = s;
    return BRI_OK;
}

static bri_status close_store(bri_store *s, bri_error *err)
{
    if (!s) return BRI_OK;
    bri_status status = BRI_OK;
    sqlite3_finalize(s->put);
    sqlite3_finalize(s->number);
    if (s->mode != BRI_STORE_READ && !sqlite3_get_autocommit(s->db)) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    if (s->mode != BRI_STORE_READ) {
        int code = sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        status = fail(s, code, err);
        sqlite3_busy_timeout(s->db, 0); /* while others read, the file stays in WAL mode */
        sqlite3_exec(s->db, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
    }
    sqlite3_close(s->db);
    unlock_store(s);
    free(s);
    return status;
}

static int columns(const bri_store *s) { return s->columns; }
static const char *network(const bri_store *s) { return s->network; }

/* --- creating ------------------------------------------------------------------------------------------------------------------------ */

static const char *const before[] = {"run"}, *const after[] = {"status", "message", "steps", "evaluations",
                                                               "cpu_seconds"};

static bri_status add_unit(bri_store *s, const char *name, const char *unit, const char *kind, bri_error *err)
{
    bri_status status = BRI_OK;
    sqlite3_stmt *put = prepare(s, "INSERT INTO units VALUES(?, ?, ?)", &status, err);
    if (status) return status;
    sqlite3_bind_text(put, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(put, 2, unit, -1, SQLITE_STATIC);
    sqlite3_bind_text(put, 3, kind, -1, SQLITE_STATIC);
    status = fail(s, sqlite3_step(put), err);
    sqlite3_finalize(put);
    return status;
}

static bool is_taken(const bri_store_column *column, int index)
{
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (!sqlite3_stricmp(column[index].name, before[i])) return true;
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        if (!sqlite3_stricmp(column[index].name, after[i])) return true;
    for (int i = 0; i < index; i++)
        if (!sqlite3_stricmp(column[index].name, column[i].name)) return true;
    return false;
}

/* The name of a column in the view, which is its own: steps, which every run has, and the measure steps, are two. */
static char *view_name(const bri_store_column *column, int index)
{
    return is_taken(column, index) ? sqlite3_mprintf("%s (%s %d)", column[index].name, column[index].kind, index + 1)
                                   : sqlite3_mprintf("%s", column[index].name);
}

static bri_status create_tables(bri_store *s, const bri_store_column *column, int count, bri_error *err)
{
    sqlite3_str *table = sqlite3_str_new(s->db), *view = sqlite3_str_new(s->db);
    sqlite3_str_appendall(table, "CREATE TABLE row(id INTEGER PRIMARY KEY, run, key BLOB NOT NULL");
    sqlite3_str_appendall(view, "CREATE VIEW runs AS SELECT run");
    for (int i = 0; i < count; i++) {
        char *name = view_name(column, i);
        sqlite3_str_appendf(table, ", c%d", i);
        if (name) sqlite3_str_appendf(view, ", c%d AS \"%w\"", i, name);
        sqlite3_free(name);
    }
    sqlite3_str_appendall(table, ", status, message, steps, evaluations, cpu_seconds, checksum)");
    sqlite3_str_appendall(view,
                          ", status, message, steps, evaluations, cpu_seconds FROM row ORDER BY run IS NULL, run");
    char *made = sqlite3_str_finish(table), *seen = sqlite3_str_finish(view);
    bri_status status = made && seen ? execute(s, made, err) : fail(s, SQLITE_NOMEM, err);
    if (!status) status = execute(s, seen, err);
    sqlite3_free(made);
    sqlite3_free(seen);
    return status;
}

static bri_status create(bri_store *s, const bri_store_column *column, int count, bri_error *err)
{
    static const char *const units[] = {"", "", "", "1", "1", "s"};
    char sql[400];
    if (count > MOST_COLUMNS)
        return bri_fail(err, BRI_BAD_VALUE, "a store has room for %d parameters and measures, and these are %d",
                        MOST_COLUMNS, count);
    snprintf(sql, sizeof sql,
             "PRAGMA application_id=%d; PRAGMA user_version=%d;"
             "CREATE TABLE about(name TEXT PRIMARY KEY, text TEXT, checksum);"
             "CREATE TABLE history(date TEXT, version TEXT, command TEXT);"
             "CREATE TABLE units(name TEXT PRIMARY KEY, unit TEXT, kind TEXT);",
             APPLICATION, FORMAT);
    bri_status status = execute(s, sql, err);
    if (!status) status = create_tables(s, column, count, err);
    for (int i = 0; !status && i < count; i++) {
        char *name = view_name(column, i);
        status = name ? add_unit(s, name, column[i].unit, column[i].kind, err) : fail(s, SQLITE_NOMEM, err);
        sqlite3_free(name);
    }
    for (size_t i = 0; !status && i < sizeof after / sizeof *after; i++)
        status = add_unit(s, after[i], units[i + 1], "statistics", err);
    if (!status) status = add_unit(s, before[0], units[0], "number", err);
    s->columns = status ? 0 : count;
    return status;
}

/* --- texts --------------------------------------------------------------------------------------------------------------------------- */

static bri_status get(bri_store *s, const char *name, char **text, bri_error *err)
{
    bri_status status = BRI_OK;
    *text = NULL;
    sqlite3_stmt *question = prepare(s, "SELECT text, checksum FROM about WHERE name = ?", &status, err);
    if (status) return status;
    sqlite3_bind_text(question, 1, name, -1, SQLITE_STATIC);
    int code = sqlite3_step(question);
    const char *found = code == SQLITE_ROW ? (const char *)sqlite3_column_text(question, 0) : NULL;
    status = fail(s, code, err);
    if (!status && found && sqlite3_column_int64(question, 1) != checksum_of_text(name, found))
        status =
            bri_fail(err, BRI_BAD_FILE,
                     "%s is damaged: its %s is not as it was written; keep it, and begin another store", s->path, name);
    if (!status && found && !(*text = strdup(found))) status = fail(s, SQLITE_NOMEM, err);
    sqlite3_finalize(question);
    return status;
}

static bri_status set(bri_store *s, const char *name, const char *text, bri_error *err)
{
    bri_status status = BRI_OK;
    sqlite3_stmt *put = prepare(s, "INSERT OR REPLACE INTO about VALUES(?, ?, ?)", &status, err);
    if (status) return status;
    sqlite3_bind_text(put, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(put, 2, text, -1, SQLITE_STATIC);
    sqlite3_bind_int64(put, 3, checksum_of_text(name, text));
    status = fail(s, sqlite3_step(put), err);
    sqlite3_finalize(put);
    return status;
}

static bri_status note(bri_store *s, const char *version, const char *command, bri_error *err)
{
    bri_status status = BRI_OK;
    sqlite3_stmt *put =
        prepare(s, "INSERT INTO history VALUES(strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?)", &status, err);
    if (status) return status;
    sqlite3_bind_text(put, 1, version, -1, SQLITE_STATIC);
    sqlite3_bind_text(put, 2, command, -1, SQLITE_STATIC);
    status = fail(s, sqlite3_step(put), err);
    sqlite3_finalize(put);
    return status;
}

/* --- rows ---------------------------------------------------------------------------------------------------------------------------- */

static bri_status begin(bri_store *s, bri_error *err) { return execute(s, "BEGIN IMMEDIATE", err); }
static bri_status commit(bri_store *s, bri_error *err) { return execute(s, "COMMIT", err); }

static bri_status checkpoint(bri_store *s, bri_error *err)
{
    int code = sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return code == SQLITE_BUSY ? BRI_OK : fail(s, code, err); /* a reader: the next one does it */
}

static void bind_text(sqlite3_stmt *put, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(put, at, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(put, at);
}

static bri_status prepare_put(bri_store *s, bri_error *err)
{
    bri_status status = BRI_OK;
    sqlite3_str *sql = sqlite3_str_new(s->db);
    sqlite3_str_appendall(sql, "INSERT OR REPLACE INTO row VALUES(?");
    for (int i = 1; i < s->columns + 9; i++)
        sqlite3_str_appendall(sql, ", ?");
    sqlite3_str_appendall(sql, ")");
    char *made = sqlite3_str_finish(sql);
    if (!made) return fail(s, SQLITE_NOMEM, err);
    s->put = prepare(s, made, &status, err);
    sqlite3_free(made);
    return status;
}

static bri_status put(bri_store *s, const bri_store_row *row, bri_error *err)
{
    int at = 1;
    bri_status status = s->put ? BRI_OK : prepare_put(s, err);
    if (status) return status;
    sqlite3_stmt *p = s->put;
    sqlite3_clear_bindings(p);
    if (row->id) sqlite3_bind_int64(p, at, row->id);
    if (row->run) sqlite3_bind_int64(p, at + 1, row->run);
    sqlite3_bind_blob(p, at + 2, row->key.byte, BRI_KEY_BYTES, SQLITE_STATIC);
    at += 3;
    for (int i = 0; i < s->columns; i++, at++) {
        const bri_store_cell *cell = i < row->cells ? &row->cell[i] : NULL;
        if (cell && cell->text)
            bind_text(p, at, cell->text);
        else if (cell && !isnan(cell->number))
            sqlite3_bind_double(p, at, cell->number);
    }
    bind_text(p, at, row->status);
    bind_text(p, at + 1, row->message);
    sqlite3_bind_int64(p, at + 2, row->steps);
    sqlite3_bind_int64(p, at + 3, row->evaluations);
    sqlite3_bind_double(p, at + 4, row->seconds);
    sqlite3_bind_int64(p, at + 5, checksum_of(row, s->columns));
    status = fail(s, sqlite3_step(p), err);
    sqlite3_reset(p);
    return status;
}

static bri_status number(bri_store *s, long long id, long long run, bri_error *err)
{
    bri_status status = BRI_OK;
    if (!s->number) s->number = prepare(s, "UPDATE row SET run = ? WHERE id = ?", &status, err);
    if (status) return status;
    sqlite3_clear_bindings(s->number);
    if (run) sqlite3_bind_int64(s->number, 1, run);
    sqlite3_bind_int64(s->number, 2, id);
    status = fail(s, sqlite3_step(s->number), err);
    sqlite3_reset(s->number);
    return status;
}

/* Of "SELECT * FROM row". */
static bri_store_row row_of(sqlite3_stmt *all, int cells, bri_store_cell *cell)
{
    bri_store_row row = {.id = sqlite3_column_int64(all, 0), .run = sqlite3_column_int64(all, 1), .cell = cell};
    int at = 3;
    if (sqlite3_column_bytes(all, 2) == BRI_KEY_BYTES) memcpy(row.key.byte, sqlite3_column_blob(all, 2), BRI_KEY_BYTES);
    for (; row.cells < cells; row.cells++, at++) {
        bool text = sqlite3_column_type(all, at) == SQLITE_TEXT, none = sqlite3_column_type(all, at) == SQLITE_NULL;
        cell[row.cells] = (bri_store_cell){text || none ? NAN : sqlite3_column_double(all, at),
                                           text ? (const char *)sqlite3_column_text(all, at) : NULL};
    }
    row.status = (const char *)sqlite3_column_text(all, at);
    row.message = (const char *)sqlite3_column_text(all, at + 1);
    row.steps = sqlite3_column_int64(all, at + 2);
    row.evaluations = sqlite3_column_int64(all, at + 3);
    row.seconds = sqlite3_column_double(all, at + 4);
    return row;
}

static bri_status check_row(const bri_store *s, sqlite3_stmt *all, const bri_store_row *row, bri_error *err)
{
    if (sqlite3_column_int64(all, s->columns + 8) == checksum_of(row, s->columns)) return BRI_OK;
    return bri_fail(err, BRI_BAD_FILE,
                    "%s is damaged: run %lld is not as it was written; sqlite3 %s 'DELETE FROM row WHERE id = %lld' "
                    "lets the study do it again",
                    s->path, row->run, s->path, row->id);
}

static bri_status each(bri_store *s, bool cells, bool (*take)(void *user, const bri_store_row *row), void *user,
                       bri_error *err)
{
    static const char *const any = "SELECT * FROM row", *const ordered =
                                                            "SELECT * FROM row ORDER BY run IS NULL, run, id";
    bri_status status = BRI_OK;
    bri_store_cell *cell = calloc((size_t)s->columns + 1, sizeof *cell);
    sqlite3_stmt *all = cell ? prepare(s, cells ? ordered : any, &status, err) : NULL;
    int code = cell ? SQLITE_ROW : SQLITE_NOMEM;
    while (!status && code == SQLITE_ROW && (code = sqlite3_step(all)) == SQLITE_ROW) {
        bri_store_row row = row_of(all, s->columns, cell);
        status = check_row(s, all, &row, err);
        if (status || !take(user, &row)) break;
    }
    if (!status) status = fail(s, code, err);
    sqlite3_finalize(all);
    free(cell);
    return status;
}

static const bri_store_functions functions = {
    .open = open_store,
    .columns = columns,
    .network = network,
    .create = create,
    .get = get,
    .set = set,
    .note = note,
    .begin = begin,
    .commit = commit,
    .checkpoint = checkpoint,
    .put = put,
    .number = number,
    .each = each,
    .close = close_store,
};

BRI_PART_EXPORT(sqlite, functions);
