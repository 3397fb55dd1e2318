/* empty.c - the least a program costs: bench_start measures in units of it */
int main(void) { return 0; }
