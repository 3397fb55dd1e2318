#!/bin/sh
# ranks.sh RANKS ARGUMENTS... - bristle-mpi by so many ranks on this machine, also as root and on few processors; without what mpirun
# says itself of a program that ends with another status than 0, and without its status for that of the program
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl=self,vader,tcp OMPI_MCA_btl_vader_single_copy_mechanism=none
export ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS} # MPI keeps memory until the end
ranks=$1
shift
said=$(mktemp) || exit 1
timeout 100 mpirun -n "$ranks" bristle-mpi "$@" 2>"$said"
status=$?
sed -e '/^-----/,/^-----/d' -e '/^$/d' "$said" >&2
rm -f "$said"
exit "$status"
