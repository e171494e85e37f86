/** Made by the build out of `.build/validators/web`; see vite.config.ts. */
declare module 'virtual:tablewright/validators' {
  /** By id of the table, for example `wms/product`. */
  export const validators: Readonly<
    Record<string, () => Promise<{ readonly validators: Readonly<Record<string, unknown>> }>>
  >
}
