/** A notice as its receiver gets it. */
export interface Notice {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly sound: string
  /** Address of the page that it is about, for example `/admin/shop/order`; "" = none. */
  readonly path: string
  /** Unix seconds. */
  readonly create_time: number
  readonly read: 0 | 1
}
