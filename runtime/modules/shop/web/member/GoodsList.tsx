/** Goods on sale, by words, category and order. Visitors may read them. */
import { Button, HTMLSelect } from '@blueprintjs/core'
import { Cross, Search } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { callRoute, PageSteps, useLanguage, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { listCategories, listGoods } from '../../shared/routes.ts'
import { LoadProblem } from './LoadProblem.tsx'
import { Picture } from './Picture.tsx'
import { ShopPage } from './ShopPage.tsx'
import { StockNote } from './StockNote.tsx'
import { useT } from './texts.ts'
import type { Category, Goods } from './types.ts'

const pageSize = 12
const orders = ['weigh', 'new', 'cheap', 'dear'] as const
type Order = (typeof orders)[number]

/** The query as the address has it, so that it can be sent to others and gone back to. */
function useQuery() {
  const [params, setParams] = useSearchParams()
  const category = Number(params.get('category')) || null
  const order = orders.find((candidate) => candidate === params.get('order')) ?? 'weigh'
  const page = Math.max(1, Math.trunc(Number(params.get('page')) || 1))
  const keywords = params.get('q') ?? ''
  const set = (change: Readonly<Record<string, string | null>>): void => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries({ page: null, ...change }))
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    setParams(next)
  }
  return { category, order, page, keywords, set }
}

export function GoodsList() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('shop'))
  const query = useQuery()
  const { category, order, page, keywords, set } = query
  const key = `shop goods ${language} ${String(category)} ${order} ${page} ${keywords}`
  const { value, error, retry } = useStaleWhileRevalidate(key, async () => {
    const search = { ...(category !== null && { category }), ...(keywords !== '' && { keywords }) }
    return { key, ...(await callRoute(listGoods, { order, page, limit: pageSize, ...search }, { quiet: true })) }
  })
  // Goods of the former question stay until the answer is there, but are not shown as that.
  const isOld = value !== null && value.key !== key && error === null
  const categories = useStaleWhileRevalidate(`shop categories ${language}`, () =>
    callRoute(listCategories, null, { quiet: true }),
  )
  return (
    <ShopPage>
      <h1>{t('shop')}</h1>
      <div className="shop-filters">
        <SearchForm key={keywords} keywords={keywords} onSearch={(q) => set({ q })} />
        <CategorySelect
          categories={categories.value?.list ?? []}
          category={category}
          onChoose={(id) => set({ category: id })}
        />
        <label className="shop-select">
          <span>{t('sort')}</span>
          <HTMLSelect
            fill
            value={order}
            options={orders.map((name: Order) => ({ value: name, label: t(`sort-${name}`) }))}
            onChange={(event) => set({ order: event.target.value })}
          />
        </label>
      </div>
      {error !== null && <LoadProblem error={error} retry={retry} />}
      <p className="tw-muted shop-status" role="status">
        {value && !isOld ? t('goods-count', { count: value.total }) : t('loading')}
      </p>
      {value?.total === 0 && (
        <div className="tw-card shop-empty">
          <p>{t('goods-none')}</p>
          {(category !== null || keywords !== '') && (
            <Button text={t('goods-show-all')} onClick={() => set({ category: null, q: null })} />
          )}
        </div>
      )}
      <ul className="shop-grid" aria-busy={isOld}>
        {value
          ? value.list.map((goods) => <GoodsCard key={goods.id} goods={goods} />)
          : Array.from({ length: 8 }, (_value, place) => <CardSkeleton key={place} />)}
      </ul>
      <PageSteps
        page={page}
        pages={Math.ceil((value?.total ?? 0) / pageSize)}
        go={(next) => {
          set({ page: String(next) })
          window.scrollTo({ top: 0 })
        }}
      />
    </ShopPage>
  )
}

function SearchForm({
  keywords,
  onSearch,
}: {
  readonly keywords: string
  readonly onSearch: (keywords: string | null) => void
}) {
  const t = useT()
  const [text, setText] = useState(keywords)
  return (
    <form
      role="search"
      className="shop-search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <input
        className="bp6-input"
        type="search"
        maxLength={60}
        aria-label={t('search')}
        placeholder={t('search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {keywords !== '' && (
        <Button icon={<Cross />} variant="minimal" aria-label={t('search-clear')} onClick={() => onSearch(null)} />
      )}
      <Button type="submit" icon={<Search />} aria-label={t('search-go')} />
    </form>
  )
}

interface CategorySelectProps {
  readonly categories: readonly Category[]
  readonly category: number | null
  readonly onChoose: (id: string | null) => void
}

function CategorySelect({ categories, category, onChoose }: CategorySelectProps) {
  const t = useT()
  return (
    <label className="shop-select">
      <span>{t('category')}</span>
      <HTMLSelect
        fill
        value={category ?? ''}
        options={[
          { value: '', label: t('category-all') },
          ...branch(categories, null, 0).map(({ id, name, count, depth }) => ({
            value: id,
            label: `${'　'.repeat(depth)}${name} (${count})`,
          })),
        ]}
        onChange={(event) => onChoose(event.target.value)}
      />
    </label>
  )
}

interface Branch extends Category {
  readonly depth: number
}

/** Categories below one, each followed by its own. */
function branch(categories: readonly Category[], pid: number | null, depth: number): readonly Branch[] {
  const isTop = ({ pid: parent }: Category): boolean => parent === null || !categories.some(({ id }) => id === parent)
  return categories
    .filter((row) => (pid === null ? isTop(row) : row.pid === pid))
    .flatMap((row) => [{ ...row, depth }, ...branch(categories, row.id, depth + 1)])
}

function GoodsCard({ goods }: { readonly goods: Goods }) {
  const t = useT()
  return (
    <li className="tw-card shop-card">
      <Picture image={goods.image} alt="" />
      <a className="shop-card-title" href={`#/user/shop/goods/${goods.id}`}>
        {goods.title}
      </a>
      <span className="shop-card-price">
        <strong className="shop-price">{t('yuan', { amount: goods.price })}</strong>
        {goods.market_price !== null && (
          <s aria-label={t('market-price', { amount: goods.market_price })}>
            {t('yuan', { amount: goods.market_price })}
          </s>
        )}
      </span>
      {goods.score_price !== null && <span className="tw-muted">{t('or-points', { amount: goods.score_price })}</span>}
      <StockNote goods={goods} />
    </li>
  )
}

/** As large as a card, so that nothing jumps when it comes. */
const CardSkeleton = () => (
  <li className="tw-card shop-card" aria-hidden="true">
    <Picture image={null} alt="" />
    <span className="shop-card-title bp6-skeleton">&nbsp;</span>
    <span className="shop-card-price bp6-skeleton">&nbsp;</span>
    <span className="bp6-skeleton">&nbsp;</span>
  </li>
)
