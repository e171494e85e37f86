/** The layout settings of this browser. Every change applies immediately. */
import { Button, Drawer, HTMLSelect, Switch } from '@blueprintjs/core'
import { Cross, Reset } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../core/i18n/shell-texts.ts'
import { useAdminT } from '../admin/texts.ts'
import { config, layoutModes, mainAnimations, menuWidths, type MainAnimation } from '../../core/preferences/store.ts'
import { LanguageSwitch, ThemeSwitch } from '../../core/theme/Switches.tsx'
import { tabView } from '../tabs/tab-view.ts'
import { LayoutChoice } from './LayoutChoice.tsx'
import { ResetDialog } from './ResetDialog.tsx'

export function LayoutDrawer({ close }: { readonly close: () => void }) {
  const t = useAdminT()
  const heading = useId()
  const [isOpen, setOpen] = useState(true)
  const [isAsking, setAsking] = useState(false)
  const leave = (): void => setOpen(false)
  return (
    <Drawer
      className="tw-drawer"
      isOpen={isOpen}
      onClose={leave}
      onClosed={close}
      size="min(360px, 100%)"
      transitionDuration={150}
    >
      <div className="tw-layout" role="dialog" aria-modal="true" aria-labelledby={heading}>
        <div className="tw-panel-head">
          <h2 id={heading}>{t('layout')}</h2>
          <Button variant="minimal" icon={<Cross />} aria-label={t('layout.close')} onClick={leave} />
        </div>
        <div className="tw-layout-body">
          <LookPart />
          <MenuPart />
          <TabsPart />
          <KeysPart />
        </div>
        <div className="tw-layout-foot">
          <Button icon={<Reset />} text={t('layout.reset')} fill onClick={() => setAsking(true)} />
        </div>
      </div>
      <ResetDialog isOpen={isAsking} close={() => setAsking(false)} />
    </Drawer>
  )
}

function LookPart() {
  const t = useAdminT()
  const tShell = useT()
  const { layoutMode, mainAnimation, shrink } = useSnapshot(config).layout
  const animation = useId()
  return (
    <>
      <section>
        <h3>{t('layout.mode')}</h3>
        <div className="tw-layout-modes" role="radiogroup" aria-label={t('layout.mode')}>
          {layoutModes.map((mode) => (
            <LayoutChoice
              key={mode}
              mode={mode}
              isChosen={mode === layoutMode}
              isOff={shrink}
              choose={() => {
                config.layout.layoutMode = mode
              }}
            />
          ))}
        </div>
        {shrink && <p className="tw-muted">{t('layout.modeHint')}</p>}
      </section>
      <section>
        <h3>{tShell('shell.theme')}</h3>
        <div className="tw-layout-switches">
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
      </section>
      <section>
        <h3>
          <label htmlFor={animation}>{t('layout.animation')}</label>
        </h3>
        <HTMLSelect
          id={animation}
          fill
          value={mainAnimation}
          aria-describedby={`${animation}-hint`}
          options={mainAnimations.map((value) => ({ value, label: t(`layout.${value}`) }))}
          onChange={(event) => {
            config.layout.mainAnimation = event.currentTarget.value as MainAnimation
          }}
        />
        <p className="tw-muted" id={`${animation}-hint`}>
          {t('layout.animationHint')}
        </p>
      </section>
    </>
  )
}

function MenuPart() {
  const t = useAdminT()
  const { menuWidth, menuCollapse, menuUniqueOpened, shrink } = useSnapshot(config).layout
  const width = useId()
  return (
    <section>
      <h3>{t('layout.menu')}</h3>
      <label htmlFor={width}>{t('layout.menuWidth')}</label>
      <div className="tw-layout-width">
        <input
          id={width}
          type="range"
          min={menuWidths.min}
          max={menuWidths.max}
          step={10}
          value={menuWidth}
          disabled={shrink}
          aria-valuetext={t('layout.menuWidthValue', { width: menuWidth })}
          onChange={(event) => {
            config.layout.menuWidth = Number(event.currentTarget.value)
          }}
        />
        <output htmlFor={width}>{menuWidth}</output>
      </div>
      <Switch
        checked={menuCollapse}
        disabled={shrink}
        label={t('layout.menuCollapse')}
        onChange={(event) => {
          config.layout.menuCollapse = event.currentTarget.checked
        }}
      />
      <Switch
        checked={menuUniqueOpened}
        label={t('layout.menuUniqueOpened')}
        onChange={(event) => {
          config.layout.menuUniqueOpened = event.currentTarget.checked
        }}
      />
    </section>
  )
}

function TabsPart() {
  const t = useAdminT()
  const { showTabs } = useSnapshot(config).layout
  const { tabFullScreen } = useSnapshot(tabView).state
  return (
    <section>
      <h3>{t('tabs')}</h3>
      <Switch
        checked={showTabs}
        label={t('layout.showTabs')}
        onChange={(event) => {
          config.layout.showTabs = event.currentTarget.checked
        }}
      />
      <Switch
        checked={tabFullScreen}
        label={t('tabs.fullScreen')}
        onChange={(event) => {
          tabView.state.tabFullScreen = event.currentTarget.checked
        }}
      />
    </section>
  )
}

function KeysPart() {
  const t = useAdminT()
  const { singleKeys } = useSnapshot(config).layout
  return (
    <section>
      <h3>{t('layout.keys')}</h3>
      <Switch
        checked={singleKeys}
        label={t('layout.singleKeys')}
        onChange={(event) => {
          config.layout.singleKeys = event.currentTarget.checked
        }}
      />
    </section>
  )
}
