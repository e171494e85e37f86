export interface BundleRequest {
  /** Absolute path of the entry file. */
  readonly entry: string
  /** Folder of the product. */
  readonly folder: string
  /** Name of the product, without extension. */
  readonly name: string
}
export function bundle(request: BundleRequest): Promise<boolean>
