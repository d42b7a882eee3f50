/*
 * Makes a program believe that its x64 processor is an older one, at full speed, where Linux can trap CPUID
 * ("cpuid_fault" in /proc/cpuinfo). qemu-user shows the same bits and takes sixty times as long, and has no AVX-512.
 *
 *   cc -shared -fPIC -o mask-cpuid.so bench/src/cpus/mask-cpuid.c -ldl
 *   env CPU_MASK=avx2 LD_PRELOAD=$PWD/mask-cpuid.so node ...
 *
 * CPU_MASK: avx512 hides VNNI, avx2 also AVX-512, sse also AVX and FMA.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define ARCH_SET_CPUID 0x1012
#define BIT(n) (1u << (n))

enum { NONE, AVX512, AVX2, SSE };
static int mask = NONE;
static int (*real_sigaction)(int, const struct sigaction *, struct sigaction *);

static void allow_cpuid(long allowed) { syscall(SYS_arch_prctl, ARCH_SET_CPUID, allowed); }

static void on_fault(int signal_number, siginfo_t *info, void *context) {
  (void)info;
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  const unsigned char *code = (const unsigned char *)registers[REG_RIP];
  if (code[0] != 0x0f || code[1] != 0xa2) { /* a fault, not CPUID */
    signal(signal_number, SIG_DFL);
    return;
  }
  unsigned leaf = registers[REG_RAX], part = registers[REG_RCX];
  unsigned a = leaf, b, c = part, d;
  allow_cpuid(1);
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  allow_cpuid(0);
  if (leaf == 7 && part == 0) {
    c &= ~BIT(11); /* AVX512_VNNI */
    d &= ~(BIT(22) | BIT(24) | BIT(25)); /* AMX */
    if (mask >= AVX2) b &= ~(BIT(16) | BIT(17) | BIT(21) | BIT(26) | BIT(27) | BIT(28) | BIT(30) | BIT(31));
    if (mask >= SSE) b &= ~BIT(5); /* AVX2 */
  } else if (leaf == 7) {
    a &= ~(BIT(4) | BIT(5)); /* AVX_VNNI, AVX512_BF16 */
  }
  if (leaf == 1 && mask >= SSE) c &= ~(BIT(12) | BIT(28)); /* FMA, AVX */
  registers[REG_RAX] = a;
  registers[REG_RBX] = b;
  registers[REG_RCX] = c;
  registers[REG_RDX] = d;
  registers[REG_RIP] += 2;
}

/* Node handles faults of WebAssembly: its handler must not replace ours. */
int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
  if (!real_sigaction) real_sigaction = dlsym(RTLD_NEXT, "sigaction");
  if (mask == NONE || number != SIGSEGV || !action) return real_sigaction(number, action, old);
  if (old) memset(old, 0, sizeof *old);
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *wanted = getenv("CPU_MASK");
  int chosen = !wanted ? NONE : !strcmp(wanted, "avx512") ? AVX512 : !strcmp(wanted, "avx2") ? AVX2 : !strcmp(wanted, "sse") ? SSE : NONE;
  if (chosen == NONE) {
    fputs("CPU_MASK is not avx512, avx2 or sse\n", stderr);
    _exit(1);
  }
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
  real_sigaction = dlsym(RTLD_NEXT, "sigaction");
  real_sigaction(SIGSEGV, &action, NULL);
  if (syscall(SYS_arch_prctl, ARCH_SET_CPUID, 0) != 0) {
    perror("this machine cannot trap CPUID");
    _exit(1);
  }
  mask = chosen;
}
