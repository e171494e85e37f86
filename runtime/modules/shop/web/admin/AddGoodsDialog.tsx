/** Adds goods of many products at once: found by words or a scanned barcode, selected over several pages. */
import { Button, Callout, Checkbox, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import { displayDecimal, type AnswerOf } from 'tablewright/protocol'
import {
  ApiError,
  callRoute,
  errorText,
  notify,
  PageSteps,
  useLanguage,
  useStaleWhileRevalidate,
  type ToolbarPartProps,
} from 'tablewright/web'
import { IdempotencyKey } from 'tablewright/web/parts'
import { addManyGoods, listProducts, maxAdded } from '../../shared/admin.ts'
import './admin.css'
import { useT } from './texts.ts'

const pageSize = 10

type Product = AnswerOf<NonNullable<typeof listProducts.answer>>['list'][number]

export function AddGoodsDialog({ reload, onClose }: ToolbarPartProps & { readonly onClose: () => void }) {
  const t = useT()
  const [isOpen, setOpen] = useState(true)
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [percent, setPercent] = useState('120')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const key = useRef(new IdempotencyKey())
  const add = async (): Promise<void> => {
    if (!/^[1-9]\d{0,4}$/.test(percent) || Number(percent) > 10_000) return setProblem(t('percent-problem'))
    const input = { products: [...ids], percent: Number(percent) }
    setBusy(true)
    setProblem('')
    try {
      const idempotencyKey = key.current.keyFor(JSON.stringify(input))
      const { count } = await callRoute(addManyGoods, input, { quiet: true, idempotencyKey })
      notify({ tone: 'success', text: t('done', { count }) })
      setOpen(false)
      await reload()
    } catch (refusal) {
      if (refusal instanceof ApiError) key.current.callEnded(refusal)
      setProblem(errorText(refusal))
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen={isOpen} title={t('add')} onClose={() => setOpen(false)} onClosed={onClose} className="shop-add">
      <DialogBody>
        <p className="tw-muted">{t('add-note')}</p>
        <Products ids={ids} onChange={setIds} />
        <FormGroup label={t('percent')} labelFor="shop-add-percent">
          <InputGroup id="shop-add-percent" inputMode="numeric" value={percent} onValueChange={setPercent} />
        </FormGroup>
        {problem !== '' && (
          <Callout compact intent="danger" role="alert">
            {problem}
          </Callout>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <span role="status">{t('selected', { count: ids.size })}</span>
            <Button text={t('cancel')} onClick={() => setOpen(false)} />
            <Button
              intent="primary"
              text={t('add-selected', { count: ids.size })}
              loading={isBusy}
              disabled={ids.size === 0}
              onClick={() => void add()}
            />
          </>
        }
      />
    </Dialog>
  )
}

interface ProductsProps {
  readonly ids: ReadonlySet<number>
  readonly onChange: (ids: ReadonlySet<number>) => void
}

/** Products that are no goods so far; the selection goes over several pages and searches. */
function Products({ ids, onChange }: ProductsProps) {
  const t = useT()
  const language = useLanguage()
  const [text, setText] = useState('')
  const [search, setSearch] = useState({ keywords: '', page: 1 })
  const { keywords, page } = search
  const { value, error } = useStaleWhileRevalidate(`shop products ${keywords} ${page} ${language}`, () =>
    callRoute(listProducts, { page, limit: pageSize, ...(keywords !== '' && { keywords }) }, { quiet: true }),
  )
  const rows = value?.list ?? []
  const pageIds = rows.map(({ id }) => id)
  const isPageOn = rows.length > 0 && pageIds.every((id) => ids.has(id))
  const toggle = (list: readonly number[], isOn: boolean): void => {
    const next = new Set(ids)
    for (const id of list)
      if (!isOn) next.delete(id)
      else if (next.size < maxAdded) next.add(id)
    onChange(next)
  }
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setSearch({ keywords: text.trim(), page: 1 })
        }}
      >
        <InputGroup
          type="search"
          leftIcon={<Search />}
          autoFocus
          maxLength={60}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onValueChange={setText}
        />
      </form>
      {error !== null && (
        <Callout compact intent="danger" role="alert">
          {errorText(error)}
        </Callout>
      )}
      {value?.total === 0 && <p className="tw-muted">{t('none')}</p>}
      {rows.length > 0 && (
        <Checkbox label={t('select-page')} checked={isPageOn} onChange={() => toggle(pageIds, !isPageOn)} />
      )}
      <ul className="shop-add-list">
        {rows.map((row) => (
          <li key={row.id}>
            <Checkbox checked={ids.has(row.id)} onChange={() => toggle([row.id], !ids.has(row.id))}>
              <ProductText product={row} />
            </Checkbox>
          </li>
        ))}
      </ul>
      <PageSteps
        page={page}
        pages={Math.ceil((value?.total ?? 0) / pageSize)}
        go={(next) => setSearch({ keywords, page: next })}
      />
    </>
  )
}

function ProductText({ product: { product_no: number, name, spec, price, sellable } }: { readonly product: Product }) {
  const t = useT()
  return (
    <>
      {number} {name} {spec}{' '}
      <span className="tw-muted">
        {price !== null && `${t('warehouse-price', { price: displayDecimal(price) })} · `}
        {t('sellable', { quantity: sellable })}
      </span>
    </>
  )
}
