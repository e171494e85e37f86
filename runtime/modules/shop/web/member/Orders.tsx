/** The orders of the member by state, with the next step of each. */
import { Spinner } from '@blueprintjs/core'
import { useSearchParams } from 'react-router-dom'
import { callRoute, PageSteps, useLanguage, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { listOrders } from '../../shared/orders.ts'
import { amountLabel } from './amount.ts'
import { LoadProblem } from './LoadProblem.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderState } from './OrderState.tsx'
import { Picture } from './Picture.tsx'
import { ShopPage } from './ShopPage.tsx'
import { useT } from './texts.ts'
import type { Order } from './types.ts'

const pageSize = 8
const states = [0, 1, 2, 3, 4] as const
const maxPictures = 4

export function Orders() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('orders'))
  const [params, setParams] = useSearchParams()
  const status = states.find((state) => String(state) === params.get('status')) ?? null
  const page = Math.max(1, Math.trunc(Number(params.get('page')) || 1))
  const { value, error, retry } = useStaleWhileRevalidate(`shop orders ${String(status)} ${page} ${language}`, () =>
    callRoute(listOrders, { page, limit: pageSize, ...(status !== null && { status }) }, { quiet: true }),
  )
  return (
    <ShopPage>
      <h1>{t('orders')}</h1>
      <nav className="shop-tabs" aria-label={t('orders-filter')}>
        <a href="#/user/shop/orders" aria-current={status === null ? 'page' : undefined}>
          {t('orders-all')}
        </a>
        {states.map((state) => (
          <a
            key={state}
            href={`#/user/shop/orders?status=${state}`}
            aria-current={status === state ? 'page' : undefined}
          >
            {t(`status-${state}`)}
          </a>
        ))}
      </nav>
      {error !== null && <LoadProblem error={error} retry={retry} />}
      {error === null && !value && <Spinner aria-label={t('loading')} />}
      {value?.total === 0 && <p className="tw-card tw-muted">{t('orders-none')}</p>}
      {value?.list.map((order) => (
        <OrderCard key={order.id} order={order} onChanged={retry} />
      ))}
      <PageSteps
        page={page}
        pages={Math.ceil((value?.total ?? 0) / pageSize)}
        go={(next) => setParams({ ...(status !== null && { status: String(status) }), page: String(next) })}
      />
    </ShopPage>
  )
}

function OrderCard({ order, onChanged }: { readonly order: Order; readonly onChanged: () => void }) {
  const t = useT()
  const { lines } = order
  const [first] = lines
  return (
    <article className="tw-card shop-order" aria-label={t('order-title', { sn: order.sn })}>
      <header>
        <a href={`#/user/shop/order/${order.id}`}>{order.sn}</a>
        <OrderState order={order} />
      </header>
      <div className="shop-order-goods">
        <span className="shop-order-pictures">
          {lines.slice(0, maxPictures).map((line) => (
            <Picture key={line.id} image={line.image} alt="" />
          ))}
        </span>
        <span>
          {first?.title}
          {lines.length > 1 && <span className="tw-muted"> {t('lines-more', { count: lines.length })}</span>}
        </span>
        <strong className="shop-price">{amountLabel(t, order.currency, order.amount_pay)}</strong>
      </div>
      <OrderActions order={order} onChanged={onChanged} />
    </article>
  )
}
