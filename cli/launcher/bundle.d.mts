export interface BundleRequest {
  /** Absolute path of the entry file. */
  readonly entry: string
  /** Folder of the product. */
  readonly folder: string
  /** Name of the product, without extension. */
  readonly name: string
  /** Parts that are imported when needed come into the same file; otherwise they become files next to it. */
  readonly inOneFile?: boolean
}
export function bundle(request: BundleRequest): Promise<boolean>
export function isBundleFresh(request: BundleRequest): boolean
