// Macros that headers of C libraries, systems and devices define, here with meanings that no code survives: what of Tenon's
// stands under one of these names does not compile. Included after the standard's own headers, and before Tenon's.
#pragma once

// <complex.h>
#undef I
#define I @
#undef complex
#define complex @
#undef imaginary
#define imaginary @

// <windows.h> and those it includes
#define min(a, b) @
#define max(a, b) @
#define near @
#define far @
#define small @
#define hyper @
#define pascal @
#define cdecl @
#define interface @
#define ERROR @
#define NO_ERROR @
#define IN @
#define OUT @
#define OPTIONAL @
#define CONST @
#define VOID @
#define TRUE @
#define FALSE @
#define DELETE @
#define IGNORE @
#define INFINITE @
#define STRICT @
#define RELATIVE @
#define ABSOLUTE @
#define TRANSPARENT @
#define OPAQUE @
#define DIFFERENCE @
#define CALLBACK @
#define Yield() @

// <sys/sysmacros.h>, <sys/param.h>, <sys/user.h>, <netinet/in.h>, <termios.h>; what gnu++ modes define
#undef major
#define major(device) @
#undef minor
#define minor(device) @
#undef makedev
#define makedev(a, b) @
#undef unix
#define unix @
#undef linux
#define linux @
#undef BLOCK_SIZE
#define BLOCK_SIZE @
#undef PAGE_SIZE
#define PAGE_SIZE @
#define PAGE_MASK @
#define MIN(a, b) @
#define MAX(a, b) @
#define roundup(x, y) @
#define howmany(x, y) @
#define powerof2(x) @
#define setbit(a, i) @
#define isset(a, i) @
#define s_addr @
#define h_addr @
#define B0 @
#define B50 @
#define B75 @
#define ECHO @
#define BS0 @
#define CS5 @
#define DOMAIN @
#define OVERFLOW @
#define UNDERFLOW @
#define SING @
#define PLOSS @

// <math.h>, <assert.h>, and functions that some C libraries and programs define as macros
#undef isnan
#define isnan(x) @
#undef isinf
#define isinf(x) @
#undef isfinite
#define isfinite(x) @
#undef isnormal
#define isnormal(x) @
#undef signbit
#define signbit(x) @
#undef fpclassify
#define fpclassify(x) @
#undef assert
#define assert(x) @
#define abs(x) @
#define log(...) @
#define index(s, c) @

// <AssertMacros.h>, <objc/objc.h>
#define check(x) @
#define verify(x) @
#define require(x, label) @
#define nil @
#define Nil @
#define YES @
#define NO @

// <X11/X.h>, <X11/Xlib.h>
#define None @
#define Bool @
#define Status @
#define Success @
#define Always @
#define Above @
#define Below @
#define Complex @
#define True @
#define False @
#define ControlMask @
#define CursorShape @
#define CurrentTime @
#define Unsorted @

// <ctype.h> of newlib and others
#define _U @
#define _L @
#define _N @
#define _S @
#define _P @
#define _C @
#define _X @
#define _B @

// <Arduino.h>
#define F(text) @
#define B1 @
#define B00000001 @
#define HIGH @
#define LOW @
#define INPUT @
#define OUTPUT @
#define DEFAULT @
#define EXTERNAL @
#define INTERNAL @
#define CHANGE @
#define RISING @
#define FALLING @
#define SERIAL @
#define DISPLAY @
#define PI @
#define TWO_PI @
#define bit(b) @
#define word(...) @
#define sq(x) @
#define round(x) @
#define radians(x) @
#define degrees(x) @
#define constrain(x, low, high) @
#define lowByte(x) @
#define interrupts() @

// one letter, as a function: ICU and cpprest have U, Windows has T behind _T
#define A(...) @
#define B(...) @
#define C(...) @
#define D(...) @
#define E(...) @
#define K(...) @
#define L(...) @
#define M(...) @
#define N(...) @
#define P(...) @
#define Q(...) @
#define S(...) @
#define T(...) @
#define U(...) @
#define V(...) @
#define W(...) @
#define X(...) @

// <Python.h> extensions, R, Qt, flex, kernel headers, loggers and test frameworks
#define slots @
#define signals @
#define emit @
#define foreach @
#define forever @
#define REJECT @
#define INITIAL @
#define BEGIN @
#define YY_END @
#define likely(x) @
#define unlikely(x) @
#define container_of(pointer, type, member) @
#define ARRAY_SIZE(a) @
#define LOG(...) @
#define DEBUG @
#define INFO @
#define WARNING @
#define FATAL @
#define TRACE @
#define CHECK(...) @
#define REQUIRE(...) @
#define EXPECT(...) @
#define ASSERT(...) @
#define TEST(...) @
#define FAIL @
#define SUCCEED @
#define PASS @
#define TODO(...) @
#define UNUSED @
#define EMPTY @
#define NONE @
#define ALL @
#define ANY @
#define SIZE @
#define LENGTH @
#define COUNT @
#define EPS @
#define EPSILON @
#define DIM @
#define ROWS @
#define COLS @
#define NAME @
#define VERSION @
#define API @
#define EXPORT @
#define INLINE @
#define NOINLINE @
#define RESTRICT @
#define FORCE_INLINE @
#define ALIGN @
#define PACKED @
#define KERNEL @
#define KERNELS @
#define UNROLL @
#define PRODUCTS @
#define ATTENTION @
#define OPERATOR @
#define LEFT @
#define RIGHT @
#define SENTENCE @
