/**
 * The checkout on one page: where it goes, what it costs, and the button with the amount. Prices that were shown are
 * sent; what has become dearer or short is named, and the button then says that it is accepted.
 */
import { Button, Callout, Spinner, TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { callRoute, useLanguage, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { listAddresses, readCart } from '../../shared/routes.ts'
import { AddressChoice } from './AddressChoice.tsx'
import { Amount } from './Amount.tsx'
import { amountLabel } from './amount.ts'
import { isOrderable } from './Cart.tsx'
import { loadCart } from './cart-state.ts'
import { LoadProblem } from './LoadProblem.tsx'
import { PayIn } from './PayIn.tsx'
import { Picture } from './Picture.tsx'
import { ProblemList } from './ProblemList.tsx'
import { centsOf, centsText } from './quantity.ts'
import { ShopPage } from './ShopPage.tsx'
import { useT, type T } from './texts.ts'
import type { Addresses, Problem, Quote } from './types.ts'
import { useCheckout, usePlacing, type Purchase } from './use-checkout.ts'

/** Goods of the address ("buy now"), or what is selected in the cart. */
async function readPurchases(search: string): Promise<readonly Purchase[]> {
  const params = new URLSearchParams(search)
  const goods = Number(params.get('goods'))
  if (Number.isSafeInteger(goods) && goods > 0) return [{ goods_id: goods, quantity: params.get('quantity') ?? '1' }]
  await loadCart()
  const cart = await callRoute(readCart, null, { quiet: true })
  return cart.list.filter(isOrderable).map(({ goods_id, quantity }) => ({ goods_id, quantity }))
}

export function Checkout() {
  const t = useT()
  useTitle(t('checkout-title'))
  const language = useLanguage()
  const { search } = useLocation()
  const { value, error, retry } = useStaleWhileRevalidate(`checkout ${search} ${language}`, async () => ({
    search,
    purchases: await readPurchases(search),
    addresses: await callRoute(listAddresses, null, { quiet: true }),
  }))
  // The goods of another address are not those of this one.
  const current = value?.search === search ? value : null
  return (
    <ShopPage>
      <h1>{t('checkout-title')}</h1>
      {error !== null && <LoadProblem error={error} retry={retry} />}
      {error === null && !current && <Spinner aria-label={t('loading')} />}
      {current?.purchases.length === 0 && <Nothing />}
      {current && current.purchases.length > 0 && <CheckoutForm key={search} {...current} />}
    </ShopPage>
  )
}

function Nothing() {
  const t = useT()
  return (
    <div className="tw-card shop-empty">
      <p>{t('nothing-to-order')}</p>
      <a className="bp6-button" href="#/user/shop/cart">
        {t('to-cart')}
      </a>
    </div>
  )
}

interface CheckoutFormProps {
  readonly purchases: readonly Purchase[]
  readonly addresses: Addresses
}

/** Problems that the buyer accepts by ordering again. */
const acceptable: readonly Problem['kind'][] = ['price_up', 'freight_up', 'total_up']

function CheckoutForm({ purchases: first, addresses: addressBook }: CheckoutFormProps) {
  const t = useT()
  const checkout = useCheckout(first, addressBook)
  const { quote, address, purchases, problems, conflicts } = checkout
  const { refusal, isBusy, place } = usePlacing(checkout.addConflicts)
  const [remark, setRemark] = useState('')
  const answer = quote.value
  const isBlocked = problems.some(({ kind }) => !acceptable.includes(kind))
  const canPlace = answer !== null && address !== null && answer.freight !== null && !isBlocked
  return (
    <div className="shop-checkout">
      <AddressChoice
        addresses={checkout.addresses}
        address={address}
        onChoose={checkout.setAddress}
        onSaved={checkout.addAddresses}
      />
      {quote.error !== null && <LoadProblem error={quote.error} retry={quote.retry} />}
      <section className="tw-card shop-section">
        <h2>{t('goods')}</h2>
        {!answer && quote.error === null && <Spinner aria-label={t('loading')} />}
        {answer && <Lines quote={answer} />}
        <label className="shop-field">
          <span>{t('remark')}</span>
          <TextArea fill maxLength={255} value={remark} onChange={(event) => setRemark(event.target.value)} />
        </label>
      </section>
      <section className="tw-card shop-section">
        {problems.length > 0 && (
          <ProblemList
            problems={problems}
            currency={checkout.currency}
            onTake={(id, quantity) =>
              checkout.change(purchases.map((line) => (line.goods_id === id ? { ...line, quantity } : line)))
            }
            onRemove={(id) => checkout.change(purchases.filter(({ goods_id }) => goods_id !== id))}
          />
        )}
        {refusal !== '' && (
          <Callout compact intent="danger" role="alert">
            {refusal}
          </Callout>
        )}
        {answer && <PayIn quote={answer} currency={checkout.currency} onChoose={checkout.setCurrency} />}
        {answer && <Sums quote={answer} />}
        <div className="shop-action">
          <Button
            size="large"
            intent="primary"
            fill
            disabled={!canPlace}
            aria-busy={isBusy || !quote.isCurrent}
            text={t(conflicts.length > 0 ? 'place-changed' : 'place-order', {
              amount: answer && quote.isCurrent ? amountLabel(t, answer.currency, answer.total) : '–',
            })}
            onClick={() => {
              // The buyer accepts what the button says, not what it said before.
              if (quote.isCurrent && answer && address !== null) void place({ quote: answer, address, remark })
            }}
          />
        </div>
      </section>
    </div>
  )
}

function Lines({ quote }: { readonly quote: Quote }) {
  const t = useT()
  return (
    <ul className="shop-lines">
      {quote.lines.map((line) => (
        <li key={line.goods_id} className="shop-line shop-line-short">
          <Picture image={line.image} alt="" />
          <span className="shop-line-title">{line.title}</span>
          <span className="shop-line-price">
            {amountLabel(t, quote.currency, line.price)} × {line.quantity}
          </span>
          <span className="shop-line-amount">{amountLabel(t, quote.currency, line.amount)}</span>
        </li>
      ))}
    </ul>
  )
}

/** How far it is to free freight. */
function freeNote(t: T, { currency, freight, free_from: freeFrom, amount_goods: goods }: Quote): string | undefined {
  if (freeFrom === null || freight === null || currency !== 'RMB') return undefined
  const missing = centsOf(freeFrom) - centsOf(goods)
  return missing > 0
    ? t('free-from', { amount: t('yuan', { amount: centsText(missing) }) })
    : t('free-now', { amount: t('yuan', { amount: freeFrom }) })
}

function Sums({ quote }: { readonly quote: Quote }) {
  const t = useT()
  const label = (amount: string): string => amountLabel(t, quote.currency, amount)
  return (
    <dl className="shop-amounts">
      <Amount label={t('amount-goods')} value={label(quote.amount_goods)} />
      <Amount
        label={t('freight')}
        value={quote.freight === null ? t('freight-address') : label(quote.freight)}
        note={freeNote(t, quote)}
      />
      <Amount label={t('total')} value={label(quote.total)} isTotal />
    </dl>
  )
}
