/** How the screen is arranged, as each person likes it. Every change shows at once. */
import { Button, Drawer, HTMLSelect, Switch } from '@blueprintjs/core'
import { Cross, Reset } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useTexts } from '../../i18n/shell-texts.ts'
import { useAdminTexts } from '../admin/texts.ts'
import { config, layoutModes, mainAnimations, menuWidths, type MainAnimation } from '../../preferences/store.ts'
import { LanguageSwitch, ThemeSwitch } from '../../theme/Switches.tsx'
import { tabView } from '../tabs/tab-view.ts'
import { LayoutChoice } from './LayoutChoice.tsx'
import { ResetDialog } from './ResetDialog.tsx'

export function LayoutDrawer({ close }: { readonly close: () => void }) {
  const say = useAdminTexts()
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
          <h2 id={heading}>{say('layout')}</h2>
          <Button variant="minimal" icon={<Cross />} aria-label={say('layout.close')} onClick={leave} />
        </div>
        <div className="tw-layout-body">
          <LookPart />
          <MenuPart />
          <TabsPart />
          <KeysPart />
        </div>
        <div className="tw-layout-foot">
          <Button icon={<Reset />} text={say('layout.reset')} fill onClick={() => setAsking(true)} />
        </div>
      </div>
      <ResetDialog isOpen={isAsking} close={() => setAsking(false)} />
    </Drawer>
  )
}

function LookPart() {
  const say = useAdminTexts()
  const sayShell = useTexts()
  const { layoutMode, mainAnimation, shrink } = useSnapshot(config).layout
  const animation = useId()
  return (
    <>
      <section>
        <h3>{say('layout.mode')}</h3>
        <div className="tw-layout-modes" role="radiogroup" aria-label={say('layout.mode')}>
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
        {shrink && <p className="tw-muted">{say('layout.modeHint')}</p>}
      </section>
      <section>
        <h3>{sayShell('shell.theme')}</h3>
        <div className="tw-layout-switches">
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
      </section>
      <section>
        <h3>
          <label htmlFor={animation}>{say('layout.animation')}</label>
        </h3>
        <HTMLSelect
          id={animation}
          fill
          value={mainAnimation}
          aria-describedby={`${animation}-hint`}
          options={mainAnimations.map((value) => ({ value, label: say(`layout.${value}`) }))}
          onChange={(event) => {
            config.layout.mainAnimation = event.currentTarget.value as MainAnimation
          }}
        />
        <p className="tw-muted" id={`${animation}-hint`}>
          {say('layout.animationHint')}
        </p>
      </section>
    </>
  )
}

function MenuPart() {
  const say = useAdminTexts()
  const { menuWidth, menuCollapse, menuUniqueOpened, shrink } = useSnapshot(config).layout
  const width = useId()
  return (
    <section>
      <h3>{say('layout.menu')}</h3>
      <label htmlFor={width}>{say('layout.menuWidth')}</label>
      <div className="tw-layout-width">
        <input
          id={width}
          type="range"
          min={menuWidths.least}
          max={menuWidths.most}
          step={10}
          value={menuWidth}
          disabled={shrink}
          aria-valuetext={say('layout.menuWidthValue', { width: menuWidth })}
          onChange={(event) => {
            config.layout.menuWidth = Number(event.currentTarget.value)
          }}
        />
        <output htmlFor={width}>{menuWidth}</output>
      </div>
      <Switch
        checked={menuCollapse}
        disabled={shrink}
        label={say('layout.menuCollapse')}
        onChange={(event) => {
          config.layout.menuCollapse = event.currentTarget.checked
        }}
      />
      <Switch
        checked={menuUniqueOpened}
        label={say('layout.menuUniqueOpened')}
        onChange={(event) => {
          config.layout.menuUniqueOpened = event.currentTarget.checked
        }}
      />
    </section>
  )
}

function TabsPart() {
  const say = useAdminTexts()
  const { showTabs } = useSnapshot(config).layout
  const { tabFullScreen } = useSnapshot(tabView).state
  return (
    <section>
      <h3>{say('tabs')}</h3>
      <Switch
        checked={showTabs}
        label={say('layout.showTabs')}
        onChange={(event) => {
          config.layout.showTabs = event.currentTarget.checked
        }}
      />
      <Switch
        checked={tabFullScreen}
        label={say('tabs.fullScreen')}
        onChange={(event) => {
          tabView.state.tabFullScreen = event.currentTarget.checked
        }}
      />
    </section>
  )
}

function KeysPart() {
  const say = useAdminTexts()
  const { singleKeys } = useSnapshot(config).layout
  return (
    <section>
      <h3>{say('layout.keys')}</h3>
      <Switch
        checked={singleKeys}
        label={say('layout.singleKeys')}
        onChange={(event) => {
          config.layout.singleKeys = event.currentTarget.checked
        }}
      />
    </section>
  )
}
