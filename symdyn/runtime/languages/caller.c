/*
 * Calls of compiled kernels from Python at the cost of looking at the arrays.
 *
 * A caller takes arrays one after the other, inputs before outputs, hands their memory to the function, and returns None.
 * It takes them only just as the function does: of the one type of Python's, which may keep nothing else beside its
 * numbers, as masks; numbers of the function's kind, in one row of the right length, contiguous and aligned; outputs
 * writable and apart from all others. Of anything else it returns False, and nothing was called.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include "symdyn_caller.h"

#define MOST_ARRAYS 10 /* those of an adaptive law */

typedef struct {
    uintptr_t function, type;
    size_t inputs, arrays, bytes;
    size_t entries[MOST_ARRAYS];
    char scalar;
} Called;

typedef void *P;

static void call(uintptr_t function, size_t arrays, P *p)
{
    switch (arrays) {
    case 2: ((void (*)(P, P))function)(p[0], p[1]); break;
    case 3: ((void (*)(P, P, P))function)(p[0], p[1], p[2]); break;
    case 4: ((void (*)(P, P, P, P))function)(p[0], p[1], p[2], p[3]); break;
    case 5: ((void (*)(P, P, P, P, P))function)(p[0], p[1], p[2], p[3], p[4]); break;
    case 6: ((void (*)(P, P, P, P, P, P))function)(p[0], p[1], p[2], p[3], p[4], p[5]); break;
    case 7: ((void (*)(P, P, P, P, P, P, P))function)(p[0], p[1], p[2], p[3], p[4], p[5], p[6]); break;
    case 8: ((void (*)(P, P, P, P, P, P, P, P))function)(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]); break;
    case 9:
        ((void (*)(P, P, P, P, P, P, P, P, P))function)(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]);
        break;
    default:
        ((void (*)(P, P, P, P, P, P, P, P, P, P))function)(
            p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9]);
    }
}

/* Whether an array is what the function takes; of results, which come as they were made, any shape of the right size. */
static int fits(const Called *called, size_t i, const Py_buffer *view)
{
    return view->format && view->format[0] == called->scalar && !view->format[1]
        && view->len == (Py_ssize_t)(called->entries[i] * called->bytes) && (view->ndim == 1 || i >= called->inputs)
        && (uintptr_t)view->buf % called->bytes == 0;
}

static int overlap(const Py_buffer *a, const Py_buffer *b)
{
    return (char *)a->buf < (char *)b->buf + b->len && (char *)b->buf < (char *)a->buf + a->len;
}

static PyObject *take(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    const Called *called = PyCapsule_GetPointer(self, NULL);
    Py_buffer views[MOST_ARRAYS];
    P pointers[MOST_ARRAYS];
    size_t taken = 0;
    int ready = called && (size_t)count == called->arrays;
    while (ready && taken < called->arrays) {
        const int writable = taken < called->inputs ? 0 : PyBUF_WRITABLE;
        if ((uintptr_t)Py_TYPE(arguments[taken]) != called->type
            || PyObject_GetBuffer(arguments[taken], &views[taken], PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | writable)) {
            PyErr_Clear(); /* Python says better what is wrong with it */
            ready = 0;
            break;
        }
        pointers[taken] = views[taken].buf;
        ready = fits(called, taken, &views[taken]);
        ++taken;
        for (size_t i = 0; writable && i + 1 < taken; ++i) {
            ready = ready && !overlap(&views[i], &views[taken - 1]);
        }
    }
    if (ready) {
        call(called->function, called->arrays, pointers);
    }
    while (taken > 0) {
        PyBuffer_Release(&views[--taken]);
    }
    if (ready) {
        Py_RETURN_NONE;
    }
    Py_RETURN_FALSE;
}

static void forget(PyObject *capsule)
{
    PyMem_Free(PyCapsule_GetPointer(capsule, NULL));
}

static PyMethodDef taking = {"caller", (PyCFunction)(void (*)(void))take, METH_FASTCALL, NULL};

static PyObject *made(uintptr_t function, uintptr_t type, size_t inputs, size_t outputs, const size_t *entries, char scalar)
{
    const size_t arrays = inputs + outputs;
    if (arrays < 2 || arrays > MOST_ARRAYS) {
        return NULL;
    }
    Called *called = PyMem_Calloc(1, sizeof(Called));
    if (!called) {
        return NULL;
    }
    called->function = function;
    called->type = type;
    called->inputs = inputs;
    called->arrays = arrays;
    called->bytes = scalar == 'd' ? sizeof(double) : sizeof(float);
    called->scalar = scalar;
    for (size_t i = 0; i < arrays; ++i) {
        called->entries[i] = entries[i];
    }
    PyObject *capsule = PyCapsule_New(called, NULL, forget);
    if (!capsule) {
        PyMem_Free(called);
        return NULL;
    }
    PyObject *caller = PyCFunction_NewEx(&taking, capsule, NULL);
    Py_DECREF(capsule);
    return caller;
}

void *symdyn_caller(uintptr_t function, uintptr_t type, size_t inputs, size_t outputs, const size_t *entries, char scalar)
{
    const PyGILState_STATE state = PyGILState_Ensure(); /* cffi let go of it */
    PyObject *caller = made(function, type, inputs, outputs, entries, scalar);
    PyErr_Clear();
    PyGILState_Release(state);
    return caller;
}
