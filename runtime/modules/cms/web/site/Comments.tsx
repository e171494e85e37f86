/** Comments on a text: those that are shown, answers below what they answer, and the form for a new one. */
import { Button, Callout } from '@blueprintjs/core'
import { useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { formatSeconds } from 'tablewright/protocol'
import {
  callRoute,
  CaptchaDialog,
  errorText,
  isMemberSignedIn,
  member,
  notify,
  useSite,
  useStaleWhileRevalidate,
  type SolvedCaptcha,
} from 'tablewright/web'
import { comment as commentRoute, loadComments, mentions } from '../../shared/site/content-routes.ts'
import type { Comment } from '../../shared/site/values.ts'
import { deleteComment } from '../../shared/site/user-routes.ts'
import type { Info } from './info.ts'
import { isCaptchaMissing } from './captcha.ts'
import { Field } from './Field.tsx'
import { useT, type T } from './texts.ts'

const nameOf = (t: T, { user, guest_name: guest }: Comment): string => user?.name ?? (guest || t('guest'))

export function Comments({ info }: { readonly info: Info }) {
  const t = useT()
  const { content: text } = info
  const [list, setList] = useState<readonly Comment[]>(info.comments.data)
  const [total, setTotal] = useState(info.comments.total)
  const [page, setPage] = useState(1)
  const [answered, setAnswered] = useState<Comment | null>(null)
  const load = async (number: number): Promise<void> => {
    try {
      const next = await callRoute(loadComments, { id: text.id, page: number }, { quiet: true })
      const earlier = number === 1 ? [] : list
      const ids = new Set(earlier.map(({ id }) => id))
      setList([...earlier, ...next.data.filter(({ id }) => !ids.has(id))])
      setTotal(next.total)
      setPage(number)
    } catch (error) {
      notify({ tone: 'danger', text: errorText(error) })
    }
  }
  const remove = async (id: number): Promise<void> => {
    if (!confirm(t('comment-delete-sure'))) return
    try {
      await callRoute(deleteComment, { id }, { quiet: true })
      await load(1)
    } catch (error) {
      notify({ tone: 'danger', text: errorText(error) })
    }
  }
  const ids = new Set(list.map(({ id }) => id))
  const roots = list.filter(({ pid }) => pid === null || !ids.has(pid))
  const item = (comment: Comment, depth = 0) => (
    <CommentItem
      key={comment.id}
      comment={comment}
      onReply={() => setAnswered(comment)}
      onRemove={() => void remove(comment.id)}
    >
      {depth < 3 && list.some(({ pid }) => pid === comment.id) && (
        <ul className="site-comments">
          {list
            .filter(({ pid }) => pid === comment.id)
            .toReversed()
            .map((answer) => item(answer, depth + 1))}
        </ul>
      )}
    </CommentItem>
  )
  return (
    <section>
      <h2>
        {t('comments-heading')} {total > 0 && <span className="tw-muted">{total}</span>}
      </h2>
      <CommentForm
        id={text.id}
        groups={text.allow_comment_groups}
        answered={answered}
        onCancel={() => setAnswered(null)}
        onSent={() => {
          setAnswered(null)
          void load(1)
        }}
      />
      {list.length === 0 && <p className="tw-muted">{t('comments-none')}</p>}
      <ul className="site-comments">{roots.map((comment) => item(comment))}</ul>
      {list.length < total && <Button text={t('comment-more')} onClick={() => void load(page + 1)} />}
    </section>
  )
}

interface CommentItemProps {
  readonly comment: Comment
  readonly onReply: () => void
  readonly onRemove: () => void
  readonly children: ReactNode
}

function CommentItem({ comment, onReply, onRemove, children }: CommentItemProps) {
  const t = useT()
  const { timeZone } = useSite()
  const { content, at_user: people, create_time: time, own } = comment
  return (
    <li>
      <p className="site-facts">
        <strong>{nameOf(t, comment)}</strong>
        <span>{formatSeconds(time, timeZone).slice(0, 16)}</span>
      </p>
      <p className="site-said">
        {people.map(({ id, name }) => (
          <span key={id} className="site-mention">
            @{name}{' '}
          </span>
        ))}
        {content}
      </p>
      <p>
        <Button variant="minimal" size="small" text={t('comment-reply')} onClick={onReply} />
        {own && <Button variant="minimal" size="small" text={t('comment-delete')} onClick={onRemove} />}
      </p>
      {children}
    </li>
  )
}

interface CommentFormProps {
  readonly id: number
  readonly groups: 'disable' | 'user' | 'all'
  /** The comment that is answered. */
  readonly answered: Comment | null
  readonly onCancel: () => void
  readonly onSent: () => void
}

function CommentForm({ id, groups, answered, onCancel, onSent }: CommentFormProps) {
  const t = useT()
  const isIn = isMemberSignedIn(useSnapshot(member))
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [people, setPeople] = useState<readonly number[]>([])
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (groups === 'disable') return <p className="tw-muted">{t('comments-closed')}</p>
  if (groups === 'user' && !isIn)
    return (
      <p>
        <a className="bp6-button" href="#/user/login">
          {t('comment-sign-in')}
        </a>
      </p>
    )
  const send = async (solved?: SolvedCaptcha): Promise<void> => {
    setAsking(false)
    setBusy(true)
    setProblem('')
    try {
      const input = {
        id,
        content: text,
        ...(answered && { pid: answered.id }),
        ...(people.length > 0 && { atUser: [...people] }),
        ...(!isIn && { name }),
        ...solved,
      }
      await callRoute(commentRoute, input, { quiet: true, notifySuccess: true })
      setText('')
      setPeople([])
      onSent()
    } catch (error) {
      if (isCaptchaMissing(error) && !solved) setAsking(true)
      else setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="site-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {answered && (
        <Callout compact>
          {t('comment-reply-to', { name: nameOf(t, answered) })}{' '}
          <Button variant="minimal" size="small" text={t('comment-cancel')} onClick={onCancel} />
        </Callout>
      )}
      {!isIn && <Field label={t('comment-name')} value={name} onChange={setName} maxLength={30} required />}
      <Field label={t('comment-text')} value={text} onChange={setText} rows={3} maxLength={2000} required />
      {isIn && text.includes('@') && <People id={id} selection={people} onChange={setPeople} />}
      {problem !== '' && <p role="alert">{problem}</p>}
      <Button type="submit" intent="primary" text={t('comment-send')} aria-busy={isBusy} />
      {isAsking && <CaptchaDialog onSolved={(solved) => void send(solved)} onCancel={() => setAsking(false)} />}
    </form>
  )
}

interface PeopleProps {
  readonly id: number
  readonly selection: readonly number[]
  readonly onChange: (selection: readonly number[]) => void
}

/** People who can be mentioned, once somebody types an @. */
function People({ id, selection, onChange }: PeopleProps) {
  const t = useT()
  const { value } = useStaleWhileRevalidate(`people ${id}`, () => callRoute(mentions, { id }, { quiet: true }))
  if (!value || value.list.length === 0) return null
  return (
    <fieldset className="site-people">
      <legend>{t('comment-mention')}</legend>
      {value.list.map(({ id: user, name }) => (
        <Button
          key={user}
          size="small"
          aria-pressed={selection.includes(user)}
          active={selection.includes(user)}
          text={`@${name}`}
          onClick={() =>
            onChange(selection.includes(user) ? selection.filter((other) => other !== user) : [...selection, user])
          }
        />
      ))}
    </fieldset>
  )
}
