/** Goods with their images, stock and limit, and the two ways to buy them. */
import { Button, Spinner } from '@blueprintjs/core'
import { ShoppingCart } from '@blueprintjs/icons'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AnswerOf } from 'tablewright/protocol'
import {
  callRoute,
  errorText,
  isMemberSignedIn,
  member,
  notify,
  useLanguage,
  useStaleWhileRevalidate,
  useTitle,
  type MemberPageProps,
} from 'tablewright/web'
import { HtmlText } from 'tablewright/web/parts'
import { useSnapshot } from 'valtio'
import { readGoodsInfo } from '../../shared/routes.ts'
import { addLine } from './cart-state.ts'
import { LoadProblem } from './LoadProblem.tsx'
import { Picture } from './Picture.tsx'
import { quantityText, thousandths } from './quantity.ts'
import { ShopPage } from './ShopPage.tsx'
import { Stepper } from './Stepper.tsx'
import { StockNote } from './StockNote.tsx'
import { useT } from './texts.ts'

type Info = AnswerOf<NonNullable<typeof readGoodsInfo.answer>>

export function GoodsDetail({ params: { id = '' } }: MemberPageProps) {
  const t = useT()
  const language = useLanguage()
  const isIn = isMemberSignedIn(useSnapshot(member))
  const { value, error, retry } = useStaleWhileRevalidate(`shop info ${id} ${language} ${String(isIn)}`, () =>
    callRoute(readGoodsInfo, { id: Number(id) || 0 }, { quiet: true }),
  )
  useTitle(value?.goods.title ?? t('shop'))
  return (
    <ShopPage>
      <p className="shop-back">
        <a href="#/user/shop/goods">{t('back-to-shop')}</a>
      </p>
      {error !== null && <LoadProblem error={error} retry={retry} />}
      {error === null && !value && <Spinner aria-label={t('loading')} />}
      {value && <Detail key={value.goods.id} info={value} />}
    </ShopPage>
  )
}

function Detail({ info }: { readonly info: Info }) {
  const t = useT()
  const { goods, spec, category, content } = info
  const facts = [category, spec].filter((fact) => fact !== null && fact !== '')
  return (
    <article className="shop-detail">
      <Gallery info={info} />
      <div className="tw-card shop-offer">
        <h1>{goods.title}</h1>
        {facts.length > 0 && <p className="tw-muted">{facts.join(' · ')}</p>}
        <p className="shop-offer-price">
          <strong className="shop-price">{t('yuan', { amount: goods.price })}</strong>
          {goods.unit !== null && <span className="tw-muted"> / {goods.unit}</span>}{' '}
          {goods.market_price !== null && (
            <s aria-label={t('market-price', { amount: goods.market_price })}>
              {t('yuan', { amount: goods.market_price })}
            </s>
          )}
        </p>
        {goods.score_price !== null && <p className="tw-muted">{t('or-points', { amount: goods.score_price })}</p>}
        <StockNote goods={goods} />
        <LimitNote info={info} />
        <Purchase info={info} />
      </div>
      {content !== '' && (
        <section className="tw-card shop-content">
          <h2>{t('details')}</h2>
          <HtmlText html={content} />
        </section>
      )}
    </article>
  )
}

function LimitNote({ info: { goods, bought } }: { readonly info: Info }) {
  const t = useT()
  if (!(Number(goods.limit_buy) > 0)) return null
  const unit = goods.unit ?? ''
  const values = { limit: goods.limit_buy, unit, bought: quantityText(thousandths(bought) || 0) }
  return <p className="tw-muted">{t(Number(bought) > 0 ? 'limit-bought' : 'limit', values)}</p>
}

/** Images side by side, moved by swipe, by scrolling, or by the keyboard. */
function Gallery({ info: { goods, images } }: { readonly info: Info }) {
  const t = useT()
  const all = images.length > 0 ? images : [null]
  return (
    // A region that scrolls is reached by the keyboard.
    <ul
      className="shop-gallery"
      aria-label={t('pictures')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={all.length > 1 ? 0 : undefined}
    >
      {all.map((image, index) => (
        <li key={image ?? ''}>
          <Picture
            image={image}
            isLarge
            alt={`${goods.title} ${t('picture', { index: index + 1, count: all.length })}`}
          />
        </li>
      ))}
    </ul>
  )
}

/** How much of the goods the member can still buy, in thousandths. */
function mostOf({ goods, bought }: Info): number {
  const limit = thousandths(goods.limit_buy) || 0
  const left = thousandths(goods.sellable) || 0
  return limit > 0 ? Math.max(0, Math.min(left, limit - (thousandths(bought) || 0))) : left
}

function Purchase({ info }: { readonly info: Info }) {
  const t = useT()
  const navigate = useNavigate()
  const { goods } = info
  const [quantity, setQuantity] = useState('1')
  const [isBusy, setBusy] = useState(false)
  const most = mostOf(info)
  const isOff = most < thousandths(quantity)
  const add = async (): Promise<void> => {
    setBusy(true)
    await addLine(goods.id, quantity).then(
      () =>
        notify({
          text: t('added'),
          tone: 'success',
          action: { text: t('to-cart'), run: () => void navigate('/user/shop/cart') },
        }),
      (error: unknown) => notify({ text: errorText(error), tone: 'danger' }),
    )
    setBusy(false)
  }
  return (
    <div className="shop-purchase">
      <Stepper
        label={t('quantity')}
        value={quantity}
        decimals={goods.decimals}
        maximum={quantityText(most)}
        onChange={setQuantity}
      />
      <div className="shop-buy">
        <Button
          size="large"
          icon={<ShoppingCart />}
          text={t('add-to-cart')}
          disabled={isOff}
          aria-busy={isBusy}
          onClick={() => void (isBusy ? undefined : add())}
        />
        <Button
          size="large"
          intent="primary"
          text={t('buy-now')}
          disabled={isOff}
          onClick={() => void navigate(`/user/shop/checkout?goods=${goods.id}&quantity=${quantity}`)}
        />
      </div>
    </div>
  )
}
