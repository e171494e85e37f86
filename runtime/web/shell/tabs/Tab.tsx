/** One tab. Its close icon is for the pointer; the keyboard uses Delete. */
import { SmallCross } from '@blueprintjs/icons'
import type { KeyboardEvent } from 'react'
import { useT } from '../../core/i18n/shell-texts.ts'
import { NamedIcon } from '../../core/NamedIcon.tsx'
import { isIframePath, iframeUrl } from '../pages/iframe-url.ts'
import type { Pages } from '../menu/pages.ts'
import { panelId, tabId } from './ids.ts'
import { useWorkspace } from './workspace.ts'

export interface TabProps {
  readonly id: string
  readonly isActive: boolean
  readonly canClose: boolean
  readonly show: () => void
  readonly close: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  /** At a point of the window, in CSS pixels. */
  readonly openMenu: (left: number, top: number) => void
}

export function Tab({ id, isActive, canClose, show, close, onKeyDown, openMenu }: TabProps) {
  const { pages } = useWorkspace()
  const title = useTabTitle()(id)
  return (
    <div
      role="tab"
      className="tw-tab"
      id={tabId(id)}
      aria-selected={isActive}
      aria-controls={isActive ? panelId(id) : undefined}
      tabIndex={isActive ? 0 : -1}
      title={title}
      onClick={show}
      onKeyDown={onKeyDown}
      onAuxClick={(event) => {
        if (event.button === 1 && canClose) close()
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        openMenu(event.clientX, event.clientY)
      }}
    >
      <NamedIcon name={pages.get(id)?.icon ?? 'globe-network'} />
      <span className="tw-tab-title">{title}</span>
      {canClose && (
        <span
          className="tw-tab-close"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            close()
          }}
        >
          <SmallCross />
        </span>
      )}
    </div>
  )
}

/** The title of a tab: that of its page, or the host of an embedded address. */
export function useTabTitle(): (id: string) => string {
  const t = useT()
  const { pages } = useWorkspace()
  return (id) => titleIn(pages, id) ?? t('title.noTitle')
}

function titleIn(pages: Pages, id: string): string | null {
  const title = pages.get(id)?.title
  return title || (isIframePath(id) ? iframeUrl(id)?.host : null) || null
}
