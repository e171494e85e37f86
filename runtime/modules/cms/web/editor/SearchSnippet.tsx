/** A text as search engines show it, and how much of the room for its title and description it takes. */
import { plainText } from 'tablewright/protocol'
import { useSite, type FormProps } from 'tablewright/web'
import { useT } from './texts.ts'

/** Characters that fit: of wide letters, such as Chinese ones, half as many. */
const room = { title: 60, description: 160 } as const

const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (/[\u1100-\u115f\u2e80-\uffef]/.test(sign) ? 2 : 1), 0)

const stringOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export function SearchSnippet({ form: { draft, base } }: Pick<FormProps, 'form'>) {
  const t = useT()
  const { siteName } = useSite()
  const title = stringOf(draft['seotitle']) || stringOf(draft['title'])
  const beginning = plainText(stringOf(draft['content'])).slice(0, room.description)
  const description = stringOf(draft['description'])
  return (
    <section className="cms-snippet" aria-label={t('snippet')}>
      <h4>{t('snippet')}</h4>
      <p className="cms-snippet-site">
        {siteName} › read › {base === null ? '…' : String(base['id'])}
      </p>
      <p className="cms-snippet-title">{title || t('state.new')}</p>
      <p className="cms-snippet-text">{description || beginning}</p>
      <Room name={t('snippet-title')} width={widthOf(title)} most={room.title} />
      <Room
        name={t(description === '' ? 'snippet-beginning' : 'snippet-description')}
        width={widthOf(description)}
        most={room.description}
      />
    </section>
  )
}

function Room({ name, width, most }: { readonly name: string; readonly width: number; readonly most: number }) {
  const t = useT()
  return (
    <p className="cms-snippet-room" data-over={width > most || undefined}>
      <span>{name}</span>
      <span aria-hidden className="cms-snippet-bar">
        <span style={{ inlineSize: `${Math.min(100, (width / most) * 100)}%` }} />
      </span>
      <span>{t('snippet-room', { width, most })}</span>
    </p>
  )
}
