/** An answer that was marked: options with what was selected and what is right, or own and right text side by side. */
import { Blank, Cross, Tick } from '@blueprintjs/icons'
import { isAnswered, judgeKeys, type Answer } from '../../shared/question.ts'
import type { AskedQuestion } from './AnswerFields.tsx'
import { RichText } from './RichText.tsx'
import { useT } from './texts.ts'

export interface SolutionParts {
  readonly right: readonly string[]
  readonly blanks: readonly string[]
  readonly reference: string
  readonly explain: string
}

interface AnsweredProps {
  readonly question: AskedQuestion
  /** Null = only what is right is shown. */
  readonly answer: Answer | null
  readonly files?: readonly { readonly name: string; readonly address: string }[]
  readonly solution: SolutionParts
}

export function Answered({ question, answer, files = [], solution }: AnsweredProps) {
  const t = useT()
  const { kind, options } = question
  if (kind === 'JUDGE')
    return (
      <Options
        options={[
          { id: judgeKeys.true, text: t('true') },
          { id: judgeKeys.false, text: t('false') },
        ]}
        keys={answer ? (answer.keys ?? []) : null}
        right={solution.right}
      />
    )
  if (kind === 'SINGLE' || kind === 'MULTI')
    return <Options options={options} keys={answer ? (answer.keys ?? []) : null} right={solution.right} />
  return <Texts answer={answer} files={files} solution={solution} />
}

interface OptionsProps {
  readonly options: AskedQuestion['options']
  readonly keys: readonly string[] | null
  readonly right: readonly string[]
}

function Options({ options, keys, right }: OptionsProps) {
  const t = useT()
  return (
    <>
      <ul className="exam-options exam-marked">
        {options.map(({ id, text }) => {
          const [isOwn, isRight] = [keys?.includes(id) ?? false, right.includes(id)]
          const notes = [...(isOwn ? [t('your-answer')] : []), ...(isRight ? [t('right-answer')] : [])]
          return (
            <li key={id} className="exam-option" data-right={isRight || undefined} data-own={isOwn || undefined}>
              {isRight ? <Tick /> : isOwn ? <Cross /> : <Blank />}
              <span>{text}</span>
              {notes.length > 0 && <span className="exam-option-note">{notes.join(' · ')}</span>}
            </li>
          )
        })}
      </ul>
      {keys?.length === 0 && <p className="tw-muted">{t('none')}</p>}
    </>
  )
}

function Texts({ answer, files, solution: { blanks, reference } }: Required<Omit<AnsweredProps, 'question'>>) {
  const t = useT()
  const rightTexts = [...blanks, ...(reference === '' ? [] : [reference])]
  return (
    <dl className="exam-pair">
      {answer && (
        <div>
          <dt>{t('your-answer')}</dt>
          <dd>
            {isAnswered(answer) ? <Lines texts={answer.texts ?? []} isNumbered={blanks.length > 1} /> : t('none')}
            {files.map(({ name, address }) => (
              <div key={address}>
                <a href={address} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </div>
            ))}
          </dd>
        </div>
      )}
      {rightTexts.length > 0 && (
        <div>
          <dt>{blanks.length > 0 ? t('right-answer') : t('reference-answer')}</dt>
          <dd>
            <Lines texts={rightTexts} isNumbered={blanks.length > 1} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Texts of several blanks have their numbers. */
function Lines({ texts, isNumbered }: { readonly texts: readonly string[]; readonly isNumbered: boolean }) {
  const lines = texts.map((text, place) => ({ number: place + 1, text }))
  return lines.map(({ number, text }) => (
    <div key={number}>
      {isNumbered && <span className="tw-muted">{number}. </span>}
      {text}
    </div>
  ))
}

export function Explanation({ html }: { readonly html: string }) {
  const t = useT()
  if (html === '') return null
  return (
    <section className="exam-explanation" aria-label={t('explanation')}>
      <p className="tw-muted">{t('explanation')}</p>
      <RichText html={html} />
    </section>
  )
}
