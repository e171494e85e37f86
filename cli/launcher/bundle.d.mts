export interface BundleRequest {
  /** Absolute path of the entry file. */
  readonly entry: string
  /** Folder of the product. */
  readonly folder: string
  /** Name of the product, without extension. */
  readonly name: string
  /** Parts that are imported when needed come into the same file; otherwise they become files next to it. */
  readonly inOneFile?: boolean
  /** Packages that are bundled with all that they use; the others are found in node_modules. */
  readonly packages?: readonly string[]
  /** No module does anything when it is loaded: those whose exports nobody uses are left out. */
  readonly isPure?: boolean
  /** Modules whose path matches come into one file, which gets the name. */
  readonly groups?: Readonly<Record<string, RegExp>>
  /** In place of `entry`, which then only names the product: files by their path below the folder. */
  readonly entries?: Readonly<Record<string, string>>
  /**
   * Modules of this folder are no part of the product: it imports `./<name>/<path>.mjs`, and
   * `<product>-<name>.json` lists the paths.
   */
  readonly apart?: { readonly folder: string; readonly name: string }
  /** False = without source maps. */
  readonly hasMap?: boolean
  /** Conditions under which `tablewright/…` is resolved; those of the sources unless given. */
  readonly conditions?: readonly string[]
  /** Identifies the content of packages that are bundled. */
  readonly stamp?: string
}
export function bundle(request: BundleRequest): Promise<boolean>
export function isBundleFresh(request: BundleRequest): boolean
