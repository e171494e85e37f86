/** How many questions a random paper draws: kinds by difficulties, for the whole bank or for one category. */
import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import {
  availableFor,
  difficultyColumns,
  isPoints,
  kindNames,
  maxQuestions,
  ruleAt,
  withQuantity,
  type Composition,
  type Rule,
} from './composition.ts'
import { useT } from './texts.ts'

interface MatrixProps {
  readonly composition: Composition
  readonly rules: readonly Rule[]
  readonly change: (rules: readonly Rule[]) => void
}

type Kind = Rule['kind']

export function MatrixEditor({ composition, rules, change }: MatrixProps) {
  const t = useT()
  const id = useId()
  const [category, setCategory] = useState(0)
  const [points, setPoints] = useState<Readonly<Partial<Record<Kind, string>>>>({})
  const countOf = (value: number): number =>
    rules.filter((rule) => rule.category === value).reduce((sum, { quantity }) => sum + quantity, 0)
  const nameOf = (value: number): string => {
    const own = composition.categories.find((entry) => entry.id === value)
    return own === undefined ? t('any-category') : own.name
  }
  const label = (value: number): string => {
    const count = countOf(value)
    return count === 0 ? nameOf(value) : `${nameOf(value)} (${count})`
  }
  const scoreOf = (kind: Kind): string =>
    rules.find((rule) => rule.kind === kind && rule.category === category)?.score ?? points[kind] ?? '1'
  const setScore = (kind: Kind, score: string): void => {
    setPoints({ ...points, [kind]: score })
    change(rules.map((rule) => (rule.kind === kind && rule.category === category ? { ...rule, score } : rule)))
  }
  return (
    <section className="tw-card">
      <h2 id={id}>{t('matrix')}</h2>
      <p className="tw-muted">{t('matrix-note')}</p>
      <div className="tw-field exam-matrix-category">
        <label htmlFor={`${id}-category`}>{t('category')}</label>
        <HTMLSelect
          id={`${id}-category`}
          value={category}
          options={[0, ...composition.categories.map((entry) => entry.id)].map((value) => ({
            value,
            label: label(value),
          }))}
          onChange={(event) => setCategory(Number(event.currentTarget.value))}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the table scrolls, also by keyboard */}
      <div className="exam-matrix" role="region" aria-labelledby={id} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('kind')}</th>
              {difficultyColumns.map((difficulty) => (
                <th key={difficulty} scope="col">
                  {t(difficulty === '' ? 'any-difficulty' : difficulty)}
                </th>
              ))}
              <th scope="col">{t('points-each')}</th>
            </tr>
          </thead>
          <tbody>
            {kindNames.map((kind) => (
              <KindRow
                key={kind}
                composition={composition}
                rules={rules}
                kind={kind}
                category={category}
                score={scoreOf(kind)}
                setScore={(score) => setScore(kind, score)}
                change={change}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Shortages composition={composition} rules={rules} />
    </section>
  )
}

interface RowProps extends MatrixProps {
  readonly kind: Kind
  readonly category: number
  readonly score: string
  readonly setScore: (score: string) => void
}

function KindRow({ composition, rules, kind, category, score, setScore, change }: RowProps) {
  const t = useT()
  return (
    <tr>
      <th scope="row">{t(`kind-${kind}`)}</th>
      {difficultyColumns.map((difficulty) => (
        <td key={difficulty} data-label={t(difficulty === '' ? 'any-difficulty' : difficulty)}>
          <Cell
            composition={composition}
            rules={rules}
            place={{ kind, difficulty, category }}
            setQuantity={(quantity) => change(withQuantity(rules, { kind, difficulty, category, quantity, score }))}
          />
        </td>
      ))}
      <td data-label={t('points-each')}>
        <InputGroup
          className="exam-matrix-input"
          aria-label={t('points-of', { kind: t(`kind-${kind}`) })}
          aria-invalid={!isPoints(score)}
          intent={isPoints(score) ? 'none' : 'danger'}
          inputMode="decimal"
          maxLength={7}
          value={displayPoints(score)}
          onValueChange={setScore}
        />
      </td>
    </tr>
  )
}

/** `2.00` is typed as `2`. */
const displayPoints = (score: string): string => (/^\d+\.\d{2}$/.test(score) ? String(Number(score)) : score)

interface CellProps {
  readonly composition: Composition
  readonly rules: readonly Rule[]
  readonly place: Pick<Rule, 'kind' | 'difficulty' | 'category'>
  readonly setQuantity: (quantity: number) => void
}

function Cell({ composition, rules, place, setQuantity }: CellProps) {
  const t = useT()
  const count = availableFor(composition, place)
  const quantity = ruleAt(rules, place)?.quantity ?? 0
  const isShort = quantity > count
  const difficulty = t(place.difficulty === '' ? 'any-difficulty' : (place.difficulty as 'EASY'))
  return (
    <div className="exam-matrix-cell" data-short={isShort || undefined}>
      <InputGroup
        className="exam-matrix-input"
        aria-label={t('cell', { kind: t(`kind-${place.kind}`), difficulty, count })}
        aria-invalid={isShort}
        intent={isShort ? 'danger' : 'none'}
        inputMode="numeric"
        maxLength={3}
        value={quantity === 0 ? '' : String(quantity)}
        onValueChange={(text) => setQuantity(Math.min(maxQuestions, Number(text.replace(/\D/g, ''))))}
      />
      <span aria-hidden="true">{t('available', { count })}</span>
    </div>
  )
}

/** Kinds of which all rules together need more than the bank has. */
function Shortages({ composition, rules }: Pick<MatrixProps, 'composition' | 'rules'>) {
  const t = useT()
  const shortages = kindNames.flatMap((kind) => {
    const needed = rules.filter((rule) => rule.kind === kind).reduce((sum, { quantity }) => sum + quantity, 0)
    const count = availableFor(composition, { kind, difficulty: '', category: 0 })
    return needed > count ? [t('short', { kind: t(`kind-${kind}`), needed, count })] : []
  })
  return (
    <div role="status" className="exam-matrix-short">
      {shortages.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
