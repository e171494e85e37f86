/** What a temporary key may do, decided from its policy as COS does it. */
interface Statement {
  readonly effect: string
  readonly action: readonly string[]
  readonly resource: readonly string[]
  readonly condition?: {
    readonly string_equal?: Readonly<Record<string, readonly string[]>>
    readonly numeric_less_than_equal?: Readonly<Record<string, number>>
  }
}

export interface PolicyRequest {
  readonly action: string
  /** `<bucket>/<key>` */
  readonly place: string
  readonly type: string
  readonly length: number
}

/** True when a statement of the policy allows the request. */
export function isAllowed(policy: string, { action, place, type, length }: PolicyRequest): boolean {
  const { statement } = JSON.parse(policy) as { readonly statement: readonly Statement[] }
  return statement.some(({ effect, action: actions, resource, condition }) => {
    const types = condition?.string_equal?.['cos:content-type']
    const most = condition?.numeric_less_than_equal?.['cos:content-length']
    return (
      effect === 'allow' &&
      actions.includes(`name/cos:${action}`) &&
      resource.some((one) => place.startsWith((one.split(':').at(-1) ?? '').replace(/\*$/, ''))) &&
      (types === undefined || types.includes(type)) &&
      (most === undefined || length <= most)
    )
  })
}
