/** What the terminal can install packages with. */
export const packageManagers = ['npm', 'pnpm', 'yarn', 'cnpm'] as const
export type PackageManager = (typeof packageManagers)[number]

export const isPackageManager = (value: unknown): value is PackageManager =>
  packageManagers.some((name) => name === value)
