/** The composition of one paper: numbers for a random one, a list of questions for a fixed one. */
import { Button, Callout, SegmentedControl } from '@blueprintjs/core'
import { useState } from 'react'
import { displayDecimal } from 'tablewright/protocol'
import { can, createRecords, errorText, notify } from 'tablewright/web'
import { controllers, type Entities } from '#generated/api.ts'
import { isChanged, isPoints, totalOf, type Composition, type Draft } from './composition.ts'
import { FixedEditor } from './FixedEditor.tsx'
import { MatrixEditor } from './MatrixEditor.tsx'
import { Preview } from './Preview.tsx'
import { useT } from './texts.ts'
import { UnsavedDialog } from './UnsavedDialog.tsx'

const records = createRecords<Entities>(controllers, { quiet: true, notifySuccess: false })

const published = 1

interface BuilderProps {
  readonly paper: number
  readonly composition: Composition
  readonly reload: () => void
}

export function Builder({ paper, composition, reload }: BuilderProps) {
  const t = useT()
  const [draft, setDraft] = useState<Draft>(() => composition)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [isPreview, setPreview] = useState(false)
  const isDirty = isChanged(draft, composition)
  const total = totalOf(draft)
  const run = async (work: () => Promise<void>, done: string): Promise<void> => {
    setBusy(true)
    setProblem('')
    try {
      await work()
      notify({ tone: 'success', text: done })
      reload()
    } catch (refusal) {
      setProblem(errorText(refusal))
    }
    setBusy(false)
  }
  const save = (): void => {
    const lines = draft.mode === 'RANDOM' ? draft.rules : draft.questions
    if (!lines.every(({ score }) => isPoints(score))) return setProblem(t('points-problem'))
    void run(() => savePaper(paper, composition.version, draft), t('saved'))
  }
  const publish = (): void =>
    void run(async () => void (await records.act('exam/paper', 'publish', { id: paper })), t('published'))
  return (
    <>
      <section className="tw-card exam-builder-bar">
        <SegmentedControl
          aria-label={t('mode')}
          options={(['FIX', 'RANDOM'] as const).map((value) => ({ label: t(value), value }))}
          value={draft.mode}
          onValueChange={(value) => {
            const mode = value === 'RANDOM' ? 'RANDOM' : 'FIX'
            if (mode !== draft.mode) setDraft({ ...draft, mode })
          }}
        />
        <strong role="status" className="exam-builder-total">
          {t('total', { count: total.count, score: displayDecimal(total.score) })}
        </strong>
        <Button intent="primary" text={t('save')} disabled={!isDirty} loading={isBusy} onClick={save} />
        <Button text={t('preview')} disabled={isDirty || isBusy} onClick={() => setPreview(!isPreview)} />
        {composition.status !== published && can('exam/paper', 'publish') && (
          <Button
            text={t('publish')}
            disabled={isDirty || isBusy || composition.problems.length > 0}
            onClick={publish}
          />
        )}
      </section>
      {problem !== '' && (
        <Callout compact intent="danger" role="alert">
          {problem}
        </Callout>
      )}
      <UnsavedDialog isDirty={isDirty} />
      <State composition={composition} isDirty={isDirty} />
      {isPreview && !isDirty ? (
        <Preview paper={paper} isRandom={draft.mode === 'RANDOM'} />
      ) : draft.mode === 'RANDOM' ? (
        <MatrixEditor composition={composition} rules={draft.rules} change={(rules) => setDraft({ ...draft, rules })} />
      ) : (
        <FixedEditor
          paper={paper}
          composition={composition}
          lines={draft.questions}
          change={(questions) => setDraft({ ...draft, questions })}
        />
      )}
    </>
  )
}

const savePaper = (paper: number, version: number, { mode, rules, questions }: Draft): Promise<void> =>
  records.edit('exam/paper', paper, {
    version,
    mode,
    ...(mode === 'RANDOM'
      ? {
          rules: rules.map(({ kind, difficulty, category, quantity, score }) => ({
            kind,
            difficulty: difficulty === '' ? null : (difficulty as 'EASY'),
            cate_id: category === 0 ? null : category,
            quantity,
            score: score.trim(),
          })),
        }
      : { questions: questions.map(({ id, score }) => ({ question_id: id, score: score.trim() })) }),
  })

/** Everything that still keeps the paper from being published. */
function State({ composition, isDirty }: { readonly composition: Composition; readonly isDirty: boolean }) {
  const t = useT()
  if (isDirty) return <p className="tw-muted">{t('unsaved')}</p>
  if (composition.problems.length === 0)
    return <p className="tw-muted">{t(composition.status === published ? 'is-published' : 'ready')}</p>
  return (
    <Callout compact intent="warning" title={t('problems')}>
      <ul className="exam-builder-problems">
        {composition.problems.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Callout>
  )
}
