/** One answer at a time, in a list that stays as it was when it was opened. */
import { Button, InputGroup } from '@blueprintjs/core'
import { useId, useRef, useState, type FormEvent } from 'react'
import { plainText, type AnswerOf } from 'tablewright/protocol'
import { callRoute } from 'tablewright/web'
import { markAnswerByHand, type markingQueue } from '../../shared/marking-routes.ts'
import { useT } from './texts.ts'

type Entry = AnswerOf<(typeof markingQueue)['answer']>['list'][number]

export function Desk({ first }: { readonly first: readonly Entry[] }) {
  const t = useT()
  const [list, setList] = useState(first)
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      first.findIndex(({ points }) => points === ''),
    ),
  )
  const entry = list[place]
  const left = list.filter(({ points }) => points === '').length
  const store = (next: Entry): void =>
    setList((entries) => entries.map((other) => (other.item === next.item ? next : other)))
  if (!entry) return <p className="tw-card tw-muted">{t('empty')}</p>
  return (
    <>
      <p role="status">{left === 0 ? t('done') : t('progress', { number: place + 1, count: list.length, left })}</p>
      <div className="tw-card exam-marking-answer">
        <p className="tw-muted">{entry.name}</p>
        <h2>{plainText(entry.title)}</h2>
        <dl>
          <dt>{t('answer')}</dt>
          <dd>{entry.answer === '' ? t('none') : entry.answer}</dd>
          {entry.files.length > 0 && <dt>{t('files')}</dt>}
          {entry.files.map(({ name, address }) => (
            <dd key={address}>
              <a href={address} target="_blank" rel="noreferrer">
                {name}
              </a>
            </dd>
          ))}
          {entry.reference !== '' && <dt>{t('reference')}</dt>}
          {entry.reference !== '' && <dd>{entry.reference}</dd>}
        </dl>
        <PointsForm
          key={`${entry.item} ${entry.points}`}
          entry={entry}
          store={store}
          move={(steps) => setPlace(Math.min(list.length - 1, Math.max(0, place + steps)))}
        />
      </div>
    </>
  )
}

interface FormProps {
  readonly entry: Entry
  readonly store: (entry: Entry) => void
  readonly move: (steps: number) => void
}

function PointsForm({ entry, store, move }: FormProps) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [points, setPoints] = useState(entry.points === '' ? '' : String(Number(entry.points)))
  const [note, setNote] = useState(entry.note)
  const [isBusy, setBusy] = useState(false)
  const send = async (value: string, steps: number): Promise<void> => {
    setBusy(true)
    try {
      const marked = await callRoute(markAnswerByHand, { item: entry.item, points: value, note })
      store({ ...entry, points: marked.points, note })
      move(steps)
    } catch {
      // The refusal was shown; what was typed stays.
      input.current?.select()
    }
    setBusy(false)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (points.trim() !== '' && !isBusy) void send(points.trim(), 1)
  }
  const max = String(Number(entry.max))
  return (
    <form className="exam-marking-form" onSubmit={submit}>
      <label htmlFor={id}>{t('points', { max })}</label>
      <InputGroup
        id={id}
        inputRef={input}
        autoFocus
        autoComplete="off"
        inputMode="decimal"
        required
        maxLength={7}
        value={points}
        onChange={(event) => setPoints(event.target.value)}
      />
      <label htmlFor={`${id}-note`}>{t('note')}</label>
      <InputGroup
        id={`${id}-note`}
        autoComplete="off"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <p className="tw-muted">{t('keys')}</p>
      <div className="exam-marking-actions">
        <Button type="submit" intent="primary" text={t('save')} aria-disabled={isBusy} />
        <Button text={t('previous')} onClick={() => move(-1)} />
        <Button text={t('next')} onClick={() => move(1)} />
        {entry.points !== '' && <Button icon="undo" text={t('undo')} onClick={() => void send('', 0)} />}
      </div>
    </form>
  )
}
