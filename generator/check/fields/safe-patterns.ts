/**
 * Patterns of the schemas that every project contains. A test proves with recheck that each is safe, so that a run does
 * not have to.
 */
export const safePatterns: ReadonlySet<string> = new Set([
  '^[A-Za-z][A-Za-z0-9_./-]*(\\?[A-Za-z0-9_=&.-]+)?$',
  '^[A-Za-z0-9_./-]*$',
])
