/** The cart: problems stand at their line with what solves them, and the sum of what is selected is always there. */
import { Button, Callout, Spinner } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { errorText, notify, useTitle } from 'tablewright/web'
import { addLine, cartState, loadCart, setLine } from './cart-state.ts'
import { LoadProblem } from './LoadProblem.tsx'
import { Picture } from './Picture.tsx'
import { ShopPage } from './ShopPage.tsx'
import { Stepper } from './Stepper.tsx'
import { useT } from './texts.ts'
import type { CartLine } from './types.ts'

/** Lines that can be ordered as they are. */
export const isOrderable = ({ checked, problems, price }: Pick<CartLine, 'checked' | 'problems' | 'price'>): boolean =>
  checked && price !== null && problems.every(({ kind }) => kind === 'price_up')

const report = (error: unknown): void => notify({ text: errorText(error), tone: 'danger' })

export function Cart() {
  const t = useT()
  useTitle(t('cart'))
  const navigate = useNavigate()
  const { value, error, mergeProblem } = useSnapshot(cartState)
  const lines = value?.list ?? []
  const orderable = lines.filter(isOrderable)
  const isAllChecked = lines.length > 0 && lines.every(({ checked }) => checked)
  return (
    <ShopPage>
      <h1>{t('cart')}</h1>
      {error !== null && <LoadProblem error={error} retry={() => void loadCart()} />}
      {error === null && !value && <Spinner aria-label={t('loading')} />}
      {mergeProblem !== '' && (
        <Callout compact intent="warning" role="alert">
          {t('merge-problem', { message: mergeProblem })}
        </Callout>
      )}
      {value && lines.length === 0 && (
        <div className="tw-card shop-empty">
          <p>{t('cart-empty')}</p>
          <a className="bp6-button bp6-intent-primary" href="#/user/shop/goods">
            {t('go-shopping')}
          </a>
        </div>
      )}
      {lines.length > 0 && (
        <>
          <ul className="tw-card shop-lines" aria-label={t('cart')}>
            {lines.map((line) => (
              <Line key={line.goods_id} line={line} />
            ))}
          </ul>
          <div className="tw-card shop-sum">
            <label className="shop-check">
              <input
                type="checkbox"
                checked={isAllChecked}
                onChange={() =>
                  lines
                    .filter(({ checked }) => checked === isAllChecked)
                    .forEach(({ goods_id: id }) => void setLine(id, { checked: !isAllChecked }).catch(report))
                }
              />
              {t('select-all')}
            </label>
            <span className="shop-sum-total" role="status">
              {t('total')} <strong className="shop-price">{t('yuan', { amount: value?.total ?? '0.00' })}</strong>
            </span>
            <Button
              size="large"
              intent="primary"
              text={t('checkout-count', { count: orderable.length })}
              disabled={orderable.length === 0}
              title={orderable.length === 0 ? t('nothing-selected') : undefined}
              onClick={() => void navigate('/user/shop/checkout')}
            />
          </div>
        </>
      )}
    </ShopPage>
  )
}

function Line({ line }: { readonly line: CartLine }) {
  const t = useT()
  const { goods_id: id, title, quantity, price, added_price: added } = line
  const remove = (): void => {
    setLine(id, { quantity: '0' }).then(
      () =>
        notify({
          text: t('removed', { title }),
          tone: 'success',
          action: { text: t('undo'), run: () => void addLine(id, quantity).catch(report) },
        }),
      report,
    )
  }
  return (
    <li className="shop-line">
      <label className="shop-check">
        <input
          type="checkbox"
          aria-label={t('select', { title })}
          checked={line.checked}
          onChange={() => void setLine(id, { checked: !line.checked }).catch(report)}
        />
      </label>
      <Picture image={line.image} alt="" />
      <a className="shop-line-title" href={`#/user/shop/goods/${id}`}>
        {title}
      </a>
      <span className="shop-line-price">
        {price !== null && t('yuan', { amount: price })}
        {price !== null && price !== added && (
          <span className="tw-muted">{t('price-was', { was: added, now: price })}</span>
        )}
      </span>
      {price !== null && (
        <Stepper
          label={t('quantity-of', { title })}
          value={quantity}
          decimals={line.decimals}
          maximum={line.sellable}
          onChange={(next) => void setLine(id, { quantity: next }).catch(report)}
        />
      )}
      <span className="shop-line-amount">{price !== null && t('yuan', { amount: line.amount })}</span>
      <Button
        variant="minimal"
        icon={<Trash />}
        aria-label={t('remove-of', { title })}
        title={t('remove')}
        onClick={remove}
      />
      <LineProblems line={line} onRemove={remove} />
    </li>
  )
}

/** Reasons why a line cannot be ordered, each with the one press that solves it. */
function LineProblems({ line, onRemove }: { readonly line: CartLine; readonly onRemove: () => void }) {
  const t = useT()
  const problems = line.problems.flatMap(({ kind, now }) =>
    kind === 'short' || kind === 'off_sale' || kind === 'limit' || kind === 'unit' ? [{ kind, now }] : [],
  )
  if (problems.length === 0) return null
  return (
    <div className="shop-line-problems" role="alert">
      {problems.map(({ kind, now }) => {
        const isTakeable = (kind === 'short' || kind === 'limit') && Number(now) > 0
        return (
          <p key={kind}>
            <span>{kind === 'short' && Number(now) <= 0 ? t('sold-out') : t(`line-${kind}`, { now })}</span>
            <Button
              size="small"
              text={isTakeable ? t('take', { quantity: now }) : t('remove')}
              onClick={() => (isTakeable ? void setLine(line.goods_id, { quantity: now }).catch(report) : onRemove())}
            />
          </p>
        )
      })}
    </div>
  )
}
