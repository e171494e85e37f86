/** The frame of each page of the shop: the way to the others, and the cart, which is read once. */
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { isMemberSignedIn, member, useLanguage } from 'tablewright/web'
import { cartState, loadCart } from './cart-state.ts'
import './shop.css'
import { useT } from './texts.ts'

const places = [
  ['goods', 'shop'],
  ['cart', 'cart'],
  ['orders', 'orders'],
  ['addresses', 'addresses'],
] as const

export function ShopPage({ children }: { readonly children: ReactNode }) {
  const t = useT()
  const language = useLanguage()
  const isIn = isMemberSignedIn(useSnapshot(member))
  const { pathname } = useLocation()
  const { value } = useSnapshot(cartState)
  // Problems are told in the language of the page, to the member who is signed in.
  const load = useEffectEvent((_language: string, _isIn: boolean) => void loadCart())
  useEffect(() => load(language, isIn), [language, isIn])
  const count = value?.list.length ?? 0
  // The menu of members has the others.
  const links = places.filter(([path]) => !isIn || (path === 'cart' && pathname.startsWith('/user/shop/goods')))
  return (
    <div className="shop-page">
      {links.length > 0 && (
        <nav className="shop-places" aria-label={t('sections')}>
          {links.map(([path, text]) => (
            <a
              key={path}
              href={`#/user/shop/${path}`}
              aria-current={pathname === `/user/shop/${path}` ? 'page' : undefined}
            >
              {t(text)}
              {path === 'cart' && count > 0 && <span className="shop-count">{count}</span>}
            </a>
          ))}
        </nav>
      )}
      {children}
    </div>
  )
}
