/** The paper as a candidate gets it, on the screen and on paper, with or without its answers. */
import { Button, Callout, Spinner, Switch } from '@blueprintjs/core'
import { Print, Refresh } from '@blueprintjs/icons'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { displayDecimal, type AnswerOf } from 'tablewright/protocol'
import { callRoute, errorText, useLanguage, useStaleWhileRevalidate } from 'tablewright/web'
import { samplePaper } from '../../shared/paper-routes.ts'
import { isChoiceKind, judgeKeys, type Kind } from '../../shared/question.ts'
import '../member/exam.css'
import { RichText } from '../member/RichText.tsx'
import { Solution } from '../member/Solution.tsx'
import { useT } from './texts.ts'

type Sample = AnswerOf<(typeof samplePaper)['answer']>
type Item = Sample['items'][number]

export function Preview({ paper, isRandom }: { readonly paper: number; readonly isRandom: boolean }) {
  const t = useT()
  const language = useLanguage()
  const [seed, setSeed] = useState(1)
  const [hasKey, setKey] = useState(false)
  const { value, error } = useStaleWhileRevalidate(`exam sample ${paper} ${seed} ${language}`, () =>
    callRoute(samplePaper, { paper, seed }, { quiet: true }),
  )
  return (
    <section className="tw-card exam-print" aria-label={t('sample')}>
      <div className="exam-print-bar">
        <span className="tw-muted">{t('sample-note')}</span>
        <Switch
          inline
          label={t('with-key')}
          checked={hasKey}
          onChange={(event) => setKey(event.currentTarget.checked)}
        />
        {isRandom && <Button icon={<Refresh />} text={t('other-sample')} onClick={() => setSeed(seed + 1)} />}
        <Button icon={<Print />} text={t('print')} disabled={!value} onClick={() => window.print()} />
      </div>
      {error !== null && (
        <Callout compact intent="danger" role="alert">
          {errorText(error)}
        </Callout>
      )}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value && <SamplePaper sample={value} hasKey={hasKey} />}
      {/* The frame of the administration is not as long as the paper: what is printed stands beside it. */}
      {value &&
        createPortal(
          <div className="exam-print-sheet">
            <SamplePaper sample={value} hasKey={hasKey} />
          </div>,
          document.body,
        )}
    </section>
  )
}

function SamplePaper({ sample, hasKey }: { readonly sample: Sample; readonly hasKey: boolean }) {
  const t = useT()
  const { title, subject, description, limit, total, pass, items } = sample
  const numbers = new Map(items.filter(({ kind }) => kind !== 'MATERIAL').map(({ seq }, place) => [seq, place + 1]))
  const facts = { subject, limit, total: displayDecimal(total), pass: displayDecimal(pass) }
  return (
    <article className="exam-print-paper">
      <h2>{title}</h2>
      <p>{t('sample-facts', facts)}</p>
      {!hasKey && (
        <p className="exam-print-name">
          <span>{t('print-name')}</span>
          <span>{t('print-score')}</span>
        </p>
      )}
      {description !== '' && <p className="exam-description">{description}</p>}
      {items.map((item) => (
        <SampleItem key={item.seq} item={item} number={numbers.get(item.seq) ?? null} hasKey={hasKey} />
      ))}
    </article>
  )
}

interface ItemProps {
  readonly item: Item
  readonly number: number | null
  readonly hasKey: boolean
}

const letterOf = (index: number): string => String.fromCodePoint(65 + index)

function SampleItem({ item, number, hasKey }: ItemProps) {
  const t = useT()
  if (number === null)
    return (
      <div className="exam-print-item exam-print-material">
        <RichText html={item.title} />
      </div>
    )
  const kind = item.kind as Kind
  const points = t('points-number', { score: displayDecimal(item.score), count: Number(item.score) })
  return (
    <div className="exam-print-item">
      <p className="exam-print-number">
        {number}. {t(`kind-${kind}`)} ({points})
      </p>
      <RichText html={item.title} />
      {isChoiceKind(kind) && (
        <ol className="exam-print-options">
          {item.options.map(({ id, text }, index) => (
            <li key={id}>
              {letterOf(index)}. {text}
              {hasKey && item.solution.right.includes(id) && ' ✓'}
            </li>
          ))}
        </ol>
      )}
      {kind === 'JUDGE' && (
        <p>
          {(['true', 'false'] as const).map((name) => (
            <span key={name} className="exam-print-choice">
              ☐ {t(name)}
              {hasKey && item.solution.right.includes(judgeKeys[name]) && ' ✓'}
            </span>
          ))}
        </p>
      )}
      {hasKey && <Solution question={item} solution={item.solution} />}
      {!hasKey && kind === 'SHORT' && <div className="exam-print-space" />}
    </div>
  )
}
