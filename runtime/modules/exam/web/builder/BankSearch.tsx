/** Finds questions of the bank by text, kind, difficulty and category, and adds them to a fixed paper. */
import { Button, Callout, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Add, ChevronLeft, ChevronRight, Search, Tick } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, errorText, useLanguage, useStaleWhileRevalidate } from 'tablewright/web'
import { listChoices } from '../../shared/paper-routes.ts'
import { difficultyNames, type Difficulty, type Kind } from '../../shared/question.ts'
import { isPoints, kindNames, maxQuestions, type Composition } from './composition.ts'
import { useT } from './texts.ts'

type Choice = AnswerOf<(typeof listChoices)['answer']>['list'][number]

interface SearchProps {
  readonly paper: number
  readonly composition: Composition
  readonly ids: ReadonlySet<number>
  readonly add: (question: Choice, score: string) => void
}

interface Filter {
  readonly text: string
  readonly kind: Kind | ''
  readonly difficulty: Difficulty | ''
  readonly category: number
  readonly page: number
}

const nothing: Filter = { text: '', kind: '', difficulty: '', category: 0, page: 1 }

export function BankSearch({ paper, composition, ids, add }: SearchProps) {
  const t = useT()
  const language = useLanguage()
  const [filter, setFilter] = useState(nothing)
  const [score, setScore] = useState('1')
  const { text, kind, difficulty, category, page } = filter
  const { value, error } = useStaleWhileRevalidate(`exam choices ${paper} ${JSON.stringify(filter)} ${language}`, () =>
    callRoute(
      listChoices,
      {
        paper,
        page,
        text,
        ...(kind !== '' && { kind }),
        ...(difficulty !== '' && { difficulty }),
        ...(category > 0 && { category }),
      },
      { quiet: true },
    ),
  )
  const pages = value ? Math.max(1, Math.ceil(value.total / value.pageSize)) : 1
  const isFull = ids.size >= maxQuestions
  return (
    <section className="tw-card">
      <h2>{t('bank')}</h2>
      <FilterForm
        composition={composition}
        filter={filter}
        set={(change) => setFilter({ ...filter, page: 1, ...change })}
        score={score}
        setScore={setScore}
      />
      {error !== null && (
        <Callout compact intent="danger" role="alert">
          {errorText(error)}
        </Callout>
      )}
      {value?.total === 0 && <p className="tw-muted">{t('none')}</p>}
      {isFull && <p role="status">{t('too-many')}</p>}
      <ul className="exam-fixed" aria-label={t('bank')}>
        {value?.list.map((question) => (
          <ChoiceRow
            key={question.id}
            question={question}
            isAdded={ids.has(question.id)}
            canAdd={!isFull && isPoints(score)}
            add={() => add(question, score)}
          />
        ))}
      </ul>
      {pages > 1 && <Pages page={page} pages={pages} go={(next) => setFilter({ ...filter, page: next })} />}
    </section>
  )
}

interface FilterProps {
  readonly composition: Composition
  readonly filter: Filter
  readonly set: (change: Partial<Filter>) => void
  readonly score: string
  readonly setScore: (score: string) => void
}

function FilterForm({ composition, filter, set, score, setScore }: FilterProps) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  return (
    <form
      className="exam-bank-filter"
      onSubmit={(event) => {
        event.preventDefault()
        set({ text: text.trim() })
      }}
    >
      <InputGroup
        type="search"
        leftIcon={<Search />}
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={60}
        value={text}
        onValueChange={setText}
      />
      <HTMLSelect
        aria-label={t('kind')}
        value={filter.kind}
        options={[
          { value: '', label: t('any-kind') },
          ...kindNames.map((kind) => ({ value: kind, label: t(`kind-${kind}`) })),
        ]}
        onChange={({ currentTarget }) => set({ kind: kindNames.find((kind) => kind === currentTarget.value) ?? '' })}
      />
      <HTMLSelect
        aria-label={t('difficulty')}
        value={filter.difficulty}
        options={[
          { value: '', label: t('any-difficulty') },
          ...difficultyNames.map((difficulty) => ({ value: difficulty, label: t(difficulty) })),
        ]}
        onChange={({ currentTarget }) =>
          set({ difficulty: difficultyNames.find((name) => name === currentTarget.value) ?? '' })
        }
      />
      <HTMLSelect
        aria-label={t('category')}
        value={filter.category}
        options={[
          { value: 0, label: t('any-category') },
          ...composition.categories.map((entry) => ({ value: entry.id, label: entry.name })),
        ]}
        onChange={(event) => set({ category: Number(event.currentTarget.value) })}
      />
      <span className="exam-bank-points">
        <label htmlFor={id}>{t('default-points')}</label>
        <InputGroup
          id={id}
          className="exam-matrix-input"
          inputMode="decimal"
          maxLength={7}
          value={score}
          intent={isPoints(score) ? 'none' : 'danger'}
          onValueChange={setScore}
        />
      </span>
    </form>
  )
}

interface ChoiceProps {
  readonly question: Choice
  readonly isAdded: boolean
  readonly canAdd: boolean
  readonly add: () => void
}

function ChoiceRow({ question: { summary, kind, difficulty }, isAdded, canAdd, add }: ChoiceProps) {
  const t = useT()
  return (
    <li>
      <div className="exam-fixed-text">
        <div>{summary}</div>
        <div className="tw-muted">
          {t(`kind-${kind as Kind}`)} · {t(difficulty as Difficulty)}
        </div>
      </div>
      <Button
        icon={isAdded ? <Tick /> : <Add />}
        text={isAdded ? t('is-added') : t('add')}
        aria-label={isAdded ? undefined : t('add-question', { summary })}
        aria-disabled={isAdded || !canAdd}
        onClick={() => {
          if (!isAdded && canAdd) add()
        }}
      />
    </li>
  )
}

interface PagesProps {
  readonly page: number
  readonly pages: number
  readonly go: (page: number) => void
}

function Pages({ page, pages, go }: PagesProps) {
  const t = useT()
  return (
    <nav className="exam-bank-pages" aria-label={t('page', { page, pages })}>
      <Button icon={<ChevronLeft />} aria-label={t('page-back')} disabled={page <= 1} onClick={() => go(page - 1)} />
      <span>{t('page', { page, pages })}</span>
      <Button icon={<ChevronRight />} aria-label={t('page-on')} disabled={page >= pages} onClick={() => go(page + 1)} />
    </nav>
  )
}
