import { Tag } from '@blueprintjs/core'
import { useT } from './texts.ts'
import type { Order } from './types.ts'

/** The state of an order in words, and that of its refund. */
export function OrderState({ order }: { readonly order: Pick<Order, 'status' | 'refund_state' | 'closing'> }) {
  const t = useT()
  const { status, refund_state: refund, closing: isClosing } = order
  return (
    <span className="shop-state">
      <Tag minimal={status !== 0} intent={status === 0 ? 'primary' : 'none'}>
        {isClosing ? t('closing') : t(`status-${status}`)}
      </Tag>
      {refund !== 0 && (
        <Tag minimal intent={refund === 1 ? 'warning' : 'none'}>
          {t(`refund-state-${refund}`)}
        </Tag>
      )}
    </span>
  )
}
