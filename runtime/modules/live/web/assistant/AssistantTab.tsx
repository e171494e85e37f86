/** The assistant: answers are sentences of the lesson's material, with their place; teachers review them. */
import { Button, Tag, TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, errorText, notify, useStaleWhileRevalidate, useTopic } from 'tablewright/web'
import { deskTopic, type Citation } from '../../shared/events.ts'
import { questionRoute, questionsRoute, reviewRoute } from '../../shared/material-routes.ts'
import { isStaff } from '../../shared/person.ts'
import type { OpenLesson } from '../classroom/use-lesson.ts'
import { useT } from '../texts.ts'

const calm = { quiet: true, isBackground: true } as const
const intents = { waiting: 'warning', shown: 'success', hidden: 'none', absent: 'none' } as const

export function AssistantTab({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const { me, state } = lesson
  const isTeacher = me !== null && isStaff(me)
  const mayAsk = state.status === 'live' && me !== null && (isTeacher || state.policy.assistant)
  const { list, load } = useQuestions(lesson)
  const listedIds = new Set(list.map(({ id }) => id))
  const others = state.answers.filter(({ id }) => !listedIds.has(id))
  return (
    <div className="live-part">
      {mayAsk ? (
        <QuestionForm lesson={lesson} onDone={load} />
      ) : (
        <p className="tw-muted">{t(me === null ? 'assistant-visitor' : 'assistant-off')}</p>
      )}
      {list.map(({ id, question, name, state: answerState, text, passages }) => (
        <article key={id} className="live-quiz">
          <h3>
            {question}
            <Tag minimal intent={intents[answerState]}>
              {t(`answer-${answerState}`)}
            </Tag>
          </h3>
          {isTeacher && <p className="tw-muted">{name}</p>}
          {text !== '' && <Quote text={text} passages={passages} />}
          {isTeacher && <Review answer={id} state={answerState} onDone={load} />}
        </article>
      ))}
      {others.map(({ id, question, text, passages }) => (
        <article key={id} className="live-quiz">
          <h3>{question}</h3>
          <Quote text={text} passages={passages} />
        </article>
      ))}
    </div>
  )
}

function useQuestions({ audience, room, state }: OpenLesson) {
  const area = audience === 'visitor' ? null : audience
  const key = `questions ${area} ${room.id} ${state.answers.map(({ id }) => id).join(',')}`
  const { value, retry } = useStaleWhileRevalidate(key, async () =>
    area === null ? [] : (await callRoute(questionsRoute[area], { room: room.id }, calm)).list,
  )
  useTopic(area === 'staff' ? deskTopic(room.id) : null, { onChange: retry })
  return { list: value ?? [], load: retry }
}

function Quote({ text, passages }: { readonly text: string; readonly passages: readonly Citation[] }) {
  const t = useT()
  return (
    <>
      <blockquote className="live-quote">{text}</blockquote>
      {passages.map(({ material, name, page }) => (
        <p key={`${material} ${page}`} className="tw-muted">
          {t('answer-source', { name, page })}
        </p>
      ))}
    </>
  )
}

type State = keyof typeof intents

function Review({
  answer,
  state,
  onDone,
}: {
  readonly answer: number
  readonly state: State
  readonly onDone: () => void
}) {
  const t = useT()
  const run = (action: 'show' | 'hide' | 'dismiss') => () =>
    void callRoute(reviewRoute, { answer, action }, { quiet: true }).then(onDone, (error: unknown) =>
      notify({ text: errorText(error), tone: 'danger' }),
    )
  if (state === 'absent') return null
  return (
    <span className="live-row-buttons">
      {state !== 'shown' && <Button size="small" intent="primary" text={t('answer-show')} onClick={run('show')} />}
      {state !== 'hidden' && <Button size="small" text={t('answer-hide')} onClick={run('hide')} />}
      <Button size="small" text={t('answer-dismiss')} onClick={run('dismiss')} />
    </span>
  )
}

function QuestionForm({ lesson, onDone }: { readonly lesson: OpenLesson; readonly onDone: () => void }) {
  const t = useT()
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const area = lesson.audience === 'staff' ? 'staff' : 'pupil'
  const ask = async (): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const { status } = await callRoute(
        questionRoute[area],
        { room: lesson.room.id, text: text.trim() },
        { quiet: true },
      )
      notify({ text: t(`asked-${status}`), tone: status === 'absent' ? 'warning' : 'primary' })
      setText('')
      onDone()
    } catch (error) {
      notify({ text: errorText(error), tone: 'danger' })
    }
    setIsBusy(false)
  }
  return (
    <form
      className="live-composer"
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <TextArea
        fill
        value={text}
        maxLength={500}
        aria-label={t('assistant-ask')}
        placeholder={t('assistant-ask')}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" intent="primary" text={t('ask')} aria-disabled={isBusy} disabled={text.trim() === ''} />
    </form>
  )
}
