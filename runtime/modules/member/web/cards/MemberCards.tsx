/** The lines that all modules show about a member, below its fields. */
import { callRoute, errorText, useLanguage, useStaleWhileRevalidate, type PanelProps } from 'tablewright/web'
import { cards } from '../../shared/cards.ts'
import './cards.css'

export function MemberCards({ row }: PanelProps) {
  const id = Number(row['id'])
  const language = useLanguage()
  const load = () => callRoute(cards, { id }, { quiet: true })
  const { value, error } = useStaleWhileRevalidate(`member cards ${id} ${language}`, load)
  if (error !== null && value === null) return <p role="alert">{errorText(error)}</p>
  return value?.cards.map((lines) => (
    <dl className="member-card" key={lines.map(({ label }) => label).join()}>
      {lines.map(({ label, value: text, path }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{path === undefined ? text : <a href={path}>{text}</a>}</dd>
        </div>
      ))}
    </dl>
  ))
}
