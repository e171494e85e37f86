/** Lists of texts. */
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { formatSeconds } from 'tablewright/protocol'
import { fileUrl, useSite } from 'tablewright/web'
import type { Card } from '../../shared/site/values.ts'
import { useT, type T } from './texts.ts'

export const priceLabel = (t: T, { price, currency }: Pick<Card, 'price' | 'currency'>): string =>
  t(currency === 'integral' ? 'points' : 'yuan', { amount: price })

/** The day, as the site counts days. */
export const dayLabel = (seconds: number, timeZone: string): string => formatSeconds(seconds, timeZone).slice(0, 10)

interface TextCardsProps {
  readonly cards: readonly Card[]
  readonly layout?: string
  /** The list has a heading of its own, below that of the page. */
  readonly isInSection?: boolean
}

export function TextCards({ cards, layout = '', isInSection = false }: TextCardsProps) {
  return (
    <ul className="site-cards" data-layout={layout}>
      {cards.map((card) => (
        <TextCard key={card.id} card={card} Heading={isInSection ? 'h3' : 'h2'} />
      ))}
    </ul>
  )
}

function TextCard({ card, Heading }: { readonly card: Card; readonly Heading: 'h2' | 'h3' }) {
  const t = useT()
  const { timeZone } = useSite()
  const { id, title, bold, image, description, snippet, channel, author, comments, flag } = card
  return (
    <li>
      <div>
        <Heading className="site-name" data-bold={bold || undefined}>
          <Link to={`/cms/info/${id}`}>{title}</Link>
        </Heading>
        {(snippet || description !== '') && (
          <p className="site-excerpt">{snippet ? <Snippet parts={snippet} /> : description}</p>
        )}
        <p className="site-facts">
          {flag.includes('top') && <strong>{t('pinned')}</strong>}
          <Link to={`/cms/list?channel=${channel.id}`}>{channel.name}</Link>
          {author && <Link to={`/cms/list?user=${author.id}`}>{author.name}</Link>}
          <span>{dayLabel(card.publish_time, timeZone)}</span>
          {comments > 0 && <span>{t('comments', { count: comments })}</span>}
          {card.price !== '0' && <strong>{priceLabel(t, card)}</strong>}
        </p>
      </div>
      {image !== null && (
        <Link to={`/cms/info/${id}`} tabIndex={-1} aria-hidden="true">
          <img src={fileUrl(image)} alt="" loading="lazy" width={168} height={112} />
        </Link>
      )}
    </li>
  )
}

/** Texts by picture and title. */
export function TextTiles({ cards }: { readonly cards: readonly Card[] }) {
  return (
    <ul className="site-tiles">
      {cards.map(({ id, title, image }) => (
        <li key={id}>
          <Link to={`/cms/info/${id}`}>
            {image !== null && <img src={fileUrl(image)} alt="" loading="lazy" width={240} height={160} />}
            <span>{title}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The part of a text with the words that were searched for. */
function Snippet({ parts }: { readonly parts: NonNullable<Card['snippet']> }) {
  let place = 0
  return parts.map(({ text, isMatch }) => {
    place += text.length
    return isMatch ? <mark key={place}>{text}</mark> : <Fragment key={place}>{text}</Fragment>
  })
}
