/** Calls of functions from tables and options that do not keep the types of the parameters. */

/** Calls a function with the values that it was stored with; the parameters of `work` have their types only there. */
export const callUntyped = <Result>(work: (...values: never[]) => Result, ...values: unknown[]): Result =>
  work(...(values as never[]));
