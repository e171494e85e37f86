import type { TextKey } from './zh-cn.ts'

export const en: Readonly<Record<TextKey, string>> = {
  done: 'Done',
  saved: 'Saved',
  added: 'Added',
  action_done: '{{action}}: completed',
  action_done_of: '{{action}}: {{done}} of {{count}} completed',
  deleted: 'Records deleted: {{count}}',
  restored: 'Records restored: {{count}}',
  undone: 'Undone',
  'problem.bad_query': 'The filters are not valid. Check them and try again.',
  'problem.long_query': 'The filters are longer than {{limit}} characters. Leave some of them out.',
  'problem.unknown_query': 'Unknown parameter “{{name}}”.',
  'problem.unknown_query_near': 'Unknown parameter “{{name}}”. Did you mean “{{nearest}}”?',
  'problem.unknown_body': 'Unknown input “{{name}}”.',
  'problem.unknown_body_near': 'Unknown input “{{name}}”. Did you mean “{{nearest}}”?',
  'problem.unknown_field': 'This list has no field “{{name}}”.',
  'problem.unknown_field_near': 'This list has no field “{{name}}”. Did you mean “{{nearest}}”?',
  'problem.broad_search': 'More than {{limit}} entries match “{{value}}”. Search for something more specific.',
  'problem.not_found': 'Record not found; it may have been deleted. Refresh the list.',
  'problem.invalid': 'Correct the marked fields, then save again.',
  'problem.conflict': 'Someone else changed this record. Compare it with the latest version before you save.',
  'problem.bad_state': 'The current state does not allow this action.',
  'problem.idempotency_key': 'The Idempotency-Key must be 1–255 visible ASCII characters.',
  'problem.idempotency_reused': 'This Idempotency-Key was already used with a different request body.',
  'problem.state_is': '“{{action}}” requires the state “{{could}}”; the current state is “{{is}}”.',
  'problem.too_many': 'Select at most {{limit}} records at a time.',
  'word.or': '” or “',
  'problem.stock_short': 'Not enough stock.',
  'problem.in_use': '“{{title}}” is used by other records and cannot be deleted. Change those records first.',
  'problem.duplicate': 'An identical record already exists.',
  'problem.sign_in': 'Sign in first.',
  'problem.forbidden': 'You do not have permission to do this.',
  'problem.forbidden_named': 'You need the permission “{{title}}”.',
  'problem.forbidden_ask': 'You need the permission “{{title}}”. Contact: {{ask}}.',
  'problem.expired': 'Your session has expired. Sign in again.',
  'problem.host':
    'This server does not answer to that host name. Use one of those in TABLEWRIGHT_HOSTS, or add this one there.',
  'problem.no_route': 'This address does not exist.',
  'problem.bad_request': 'The request could not be understood.',
  'problem.too_large': 'The content sent is too large.',
  'problem.internal': 'Server internal error. Try again; if it happens again, give the administrator number {{id}}.',
  'problem.full':
    'The server’s disk is full. Nothing was saved; you can still view records. Ask the administrator to free some ' +
    'space, then try again.',
  'problem.outdated':
    'The database was changed for a newer version while this server was running with an older one. Nothing was ' +
    'saved. Ask the administrator to restart the server, then try again.',
  'problem.busy': 'The server is busy. Try again shortly.',
  'problem.query_deadline':
    'This search took longer than {{seconds}} seconds and was stopped. Use fewer text filters, sort by an indexed ' +
    'field, or narrow it by one: {{fields}}.',
  'problem.query_budget':
    'This search is too large: it compares {{filters}} values in each of more than {{rows}} records. Use fewer ' +
    'filters, or narrow it by an indexed field first: {{fields}}.',
  'problem.sort_budget':
    'The list cannot be sorted by “{{sort}}”: no index has that order, and more than {{rows}} records would have to ' +
    'be sorted. Sort by another field ({{sorts}}), or narrow the list by an indexed field first: {{fields}}.',
  'problem.query_occupied':
    'Another long search of your account is still running. Wait until it has finished, or cancel it, then try again.',
  'problem.request_running':
    'Another long request of your account is still running. Wait until it has finished, then try again.',
  'problem.sort_too_many':
    'More than {{limit}} records would have to move on; nothing was changed. Edit the rank of the record instead.',
  'problem.not_sortable': 'To reorder by dragging, sort the list by rank first.',
  'problem.switched_off': 'This feature is turned off in the site settings.',
  'problem.target_gone':
    '“{{title}}” cannot be restored because its “{{field}}” was deleted. Restore that record first.',
  'problem.target_deleted': 'The “{{field}}” of “{{title}}” was deleted. Restore that record first.',
  'problem.undo_missing':
    'You can undo your own edits, deletions and imports of the last 24 hours, if you may edit and delete.',
  'problem.undo_done': 'This was undone already.',
  undone_part: 'Undone for {{done}} records. {{kept}} stay as they are. The first reason: {{reason}}',
  undone_none: 'Nothing was undone. The first reason: {{reason}}',
  'problem.undo_changed': 'The record was changed again, so this cannot be undone. Put values back from its history.',
  'problem.undo_incomplete':
    'The log has not all that this edit replaced, so it cannot be undone. Edit the record instead.',
  'watch.attachment':
    'Files cannot be watched: deleting one removes the file itself, and the attachments screen knows where it is used.',
  'watch.ledger':
    'This table belongs to a ledger. Its records are corrected by reversing postings, so that balances stay right.',
  'watch.adopted': 'This table belongs to another application, whose changes are not recorded here.',
  'watch.own': 'The system maintains this table itself.',
  'watch.lines': 'Records of this table have lines and are removed permanently, which a rule could not bring back.',
  'watch.no_fields': 'This table has no fields that people fill in.',
  'watch.unknown': 'This table does not exist, or its records cannot be deleted or edited.',
  'watch.fields': 'Choose at least one field of this table.',
  'recycle.no_table': 'The table “{{table}}” no longer exists, so nothing of it can be brought back.',
  'recycle.restored': 'This record has already been restored.',
  'recycle.exists': 'A record with this ID exists again.',
  'recycle.taken': 'Another record has the same value now: {{fields}}.',
  'recycle.schema': 'The table has changed since. These fields no longer fit: {{fields}}.',
  'recycle.key_lost':
    'Its secret values cannot be decrypted: secret.key in the data folder is not the key they were stored with.',
  'recycle.super_only': 'Only super administrators may bring back accounts, groups and rules.',
  'recycle.restored_some': '{{done}} restored, {{failed}} not restored.',
  'recycle.restored_all': '{{done}} restored.',
  'recycle.none': 'Nothing was restored.',
  'sensitive.done': 'This change has already been rolled back.',
  'sensitive.secret': 'Secret values are not kept, so they cannot be rolled back.',
  'sensitive.too_long': 'The former value was too long to be kept, so it cannot be rolled back.',
  'sensitive.gone': 'The record no longer exists. Restore it first.',
  'sensitive.changed': '“{{field}}” has changed since, so that this change cannot be rolled back.',
  'sensitive.rolled_some': '{{done}} rolled back, {{failed}} not rolled back.',
  'sensitive.rolled_all': '{{done}} rolled back.',
  'sensitive.none': 'Nothing was rolled back.',
  'action.info': 'View details',
  'action.rollback': 'Roll back',
  'problem.nothing_selected': 'Select at least one record.',
  'ledger.short': 'Not enough {{what}}: {{available}} available, {{wanted}} required.',
  'ledger.more': '({{count}} more)',
  'ledger.overflow': 'A quantity or an amount would become larger than can be stored. Enter less.',
  'ledger.undone': 'This posting does not exist or has already been reversed.',
  'ledger.missing': 'Line {{line}}: “{{field}}” is missing.',
  'session.wrong': 'Incorrect username or password.',
  'session.disabled': 'This account is disabled. Contact an administrator.',
  'session.signed_in': 'Signed in',
  'session.already': 'You are already signed in.',
  'session.username_required': 'Enter your username',
  'session.password_required': 'Enter your password',
  'session.no_menu': 'You have no pages yet. Ask an administrator for permissions.',
  'session.password_length': 'Passwords have 6–64 characters',
  'session.pending_password': 'Change the first password before you go on: open this address in a browser and sign in.',
  'session.pending_code': 'Enter the code of your authenticator app: open this address in a browser and sign in.',
  'session.pending_enrolment':
    'This site requires a second factor. To set it up, open this address in a browser and sign in.',
  'factor.code_required': 'Enter the code of your app or a recovery code',
  'factor.code_wrong': 'Incorrect code. Each code works once: wait for the next one, and check the clock of your phone',
  'factor.enabled': 'Second factor enabled',
  'factor.disabled': 'Second factor disabled',
  'factor.reset': 'Second factor reset',
  'factor.already_enabled': 'Your second factor is already enabled. To change it, disable it first.',
  'factor.not_enabled': 'Your second factor is not enabled.',
  'factor.not_started': 'Start the setup of the second factor again: no key is waiting for a code.',
  'factor.no_code_needed': 'This session needs no code.',
  'factor.reset_self': 'Disable your own second factor under My profile.',
  'factor.reset_none': 'This account has no second factor.',
  'factor.reset_action': 'Reset second factor',
  'password.current_required': 'Enter your current password',
  'password.current_wrong': 'The current password is incorrect',
  'password.same': 'The new password must differ from the current one',
  'password.changed': 'Password changed',
  'password.own_profile': 'Change your own password under My profile, which asks for the current one',
  'password.own_client':
    'Changing the password requires the current one: sign in with the web client of Tablewright and open My profile',
  'recovery.account_required': 'Enter your username or email address',
  'recovery.code_required': 'Enter the code from the mail',
  'recovery.code_wrong': 'The code is wrong or has expired',
  'recovery.wait': 'Too many codes were requested. Try again in {{seconds}} s.',
  'recovery.sent': 'If this account exists and has an email address, a code has been sent to it.',
  'recovery.done': 'Your password has been changed. Sign in with the new one.',
  'recovery.off':
    'This site has no mail server, so that passwords cannot be recovered by mail. Ask another administrator to set ' +
    'yours.',
  'email.own_client':
    'Changing the email address requires the current password: sign in with the web client of Tablewright and open ' +
    'My profile',
  'email.own_profile': 'Change your own email address under My profile, which asks for your password',
  'session.wait': 'Too many failed attempts. Try again in {{minutes}} min.',
  'session.wait_account':
    'Too many failed attempts with this username. If you have signed in from here before, complete the verification; ' +
    'otherwise try again in {{minutes}} min.',
  'session.wait_address':
    'Too many failed attempts from your network. If you have signed in from here before, complete the verification; ' +
    'otherwise try again in {{minutes}} min.',
  'session.ended': 'Session ended',
  'session.unknown': 'This session does not exist or has ended. Refresh the list.',
  'log.member': 'Member {{id}}',
  'log.of_records':
    'Entries of the histories of records cannot be deleted: {{count}}. Clear them from your selection. To limit how ' +
    'long the log is kept, use the site settings.',
  'log.kept':
    'Log entries cannot be deleted while the site stores them without limit: {{count}} of your selection. Nothing ' +
    'was deleted. How long they are stored is a site setting.',
  'log.kept_days':
    'Log entries of the last {{days}} days cannot be deleted: {{count}} of your selection. Nothing was deleted. How ' +
    'long they are stored is a site setting.',
  'config.retention_super': 'Only super administrators can shorten this: it removes traces.',
  'member.closed': 'The Member Center is not open.',
  'captcha.required': 'Complete the verification first.',
  'route.wait': 'Too many requests in one minute. Try again in {{seconds}} s.',
  'captcha.wait': 'Too many verifications were requested from your network. Try again in {{minutes}} min.',
  'captcha.right': 'Verification is successful!',
  'captcha.wrong': 'The correct area is not clicked, please try again!',
  'captcha.wrong_answer': 'Incorrect answer. Try the new question.',
  'problem.foreign_origin':
    'This request came from another site and was refused. An administrator can add that site to the cross-origin list.',
  'problem.xsrf': 'The security token of this page has expired. Reload the page and try again.',
  'page.action': '{{page}}: {{action}}',
  'dashboard.remark': 'Welcome to {{site}}.',
  'dashboard.forwarded':
    'Requests from {{address}} carry an X-Forwarded-For header, but that address is not a trusted proxy, so it ' +
    'is ignored and everyone behind it counts as one client. If it is your proxy, set TABLEWRIGHT_TRUSTED_PROXIES to ' +
    'its address; otherwise the headers are forged.',
  'dashboard.forwarded_address':
    'The trusted proxy {{address}} sends an X-Forwarded-For header that names no IP address, so it is ignored and ' +
    'everyone behind it counts as one client. Let the proxy write the address of the client there; a port may ' +
    'follow it.',
  'cache.cleared': 'Cache cleared',
  'cache.type': 'Choose what to clear: tp or all',
  'cache.super': 'Only super administrators can clear the cache.',
  'terminal.super': 'Only super administrators can use the terminal.',
  'terminal.unknown': 'Unknown command. Reload the page and choose a command from the list.',
  'terminal.sign_in':
    'The terminal could not check who you are. Try again; BuildAdmin’s own client also needs the security setting ' +
    '“Session tokens in addresses”.',
  'terminal.too_many': 'Too many terminal windows are open. Close some, then try again.',
  'terminal.port': 'Enter a port from 1 to 65535.',
  'terminal.waiting': 'Another command is running. This one starts when it has finished.',
  'terminal.not_installed': '{{program}} was not found on the server. Install it, or choose another package manager.',
  'terminal.not_started': '{{command}} could not be started ({{code}}).',
  'terminal.ended_time': '{{command}} was stopped because it ran for more than 10 minutes.',
  'terminal.ended_output': '{{command}} was stopped because it wrote more than 4 MB.',
  'terminal.ended_prompt': '{{command}} was stopped because it asked a question. The terminal cannot answer questions.',
  'terminal.ended_canceled': '{{command}} was stopped because the session ended or the server is shutting down.',
  'config.query_deadline': 'Search time limit (seconds)',
  'config.query_deadline.tip': 'Lists, searches and exports that take longer are stopped.',
  'config.query_budget': 'Search size limit (million comparisons)',
  'config.query_budget.tip':
    'Records × filters without an index; sorting without one counts as 20 filters; beyond it, searches are refused.',
  'config.basics': 'General',
  'config.security': 'Security',
  'config.site_name': 'Site name',
  'config.record_number': 'ICP filing no.',
  'config.record_number.tip': 'ICP filing number of the domain, shown at the bottom of pages.',
  'config.site_url': 'Site address',
  'config.site_url.tip': 'For example https://wms.example.com; links in mail begin with it.',
  'config.site_url.shape': 'Enter the address without a path, for example https://wms.example.com',
  'config.version': 'System version',
  'config.time_zone': 'Time zone',
  'config.time_zone.tip': 'Determines when a day begins and how times are shown, for example Asia/Shanghai.',
  'config.languages': 'Interface languages',
  'config.first_language': 'First language',
  'config.first_language.tip': 'The language of pages until a visitor chooses another one.',
  'config.first_language.browser': 'Language of the browser',
  'config.admin_login_captcha': 'Captcha at administrator sign-in',
  'config.admin_login_captcha.tip': 'When off, the captcha is still required after 5 failed attempts in a row.',
  'config.second_factor': 'Require a second factor',
  'config.second_factor.tip':
    'Accounts without one set it up at their next request; other clients than this one can no longer sign in.',
  'config.cors_origins': 'Cross-origin list',
  'config.cors_origins.tip': 'Origins or host names allowed to call the API, one per line; * = all.',
  'config.head_nav': 'Home page links',
  'config.head_nav.tip':
    'One link per line: title | address. Use an http(s) address or a path on this site starting with /; add | ' +
    '_blank to open it in a new window.',
  'config.head_nav.shape': '“{{value}}” is not a link. Write “title | https://…”; titles have at most 30 characters',
  'config.iframe_origins': 'Embedded sites',
  'config.iframe_origins.tip':
    'Origins that may be embedded in menu pages, one per line, for example https://docs.example.com; takes effect ' +
    'after a page reload.',
  'config.iframe_origins.shape':
    '“{{value}}” is not an origin. Enter scheme and host without a path, for example https://docs.example.com',
  'config.filtered_words': 'Filtered words',
  'config.filtered_words.tip':
    'Words that comments and chats may not contain, one per line. Texts with a word after “?” wait for a review, ' +
    'texts with any other are refused. Case and width of letters do not matter.',
  'config.filtered_words.long': '“{{value}}…” is too long. Words have at most {{limit}} characters.',
  'config.idle_minutes': 'Idle timeout (minutes)',
  'config.idle_minutes.tip': 'Sessions not used for this long have to sign in again; 0 = no limit.',
  'config.session_days': 'Longest session (days)',
  'config.session_days.tip':
    'So long after signing in, administrators and members sign in again; renewing a session does not extend it.',
  'config.log_days': 'Admin log retention (days)',
  'config.log_days.tip':
    'Older entries are deleted, including those in the histories of records; 0 = keep all. Each record keeps a ' +
    'checkpoint, so that other gaps can still be found.',
  'config.recovery_days': 'Recycle bin and sensitive data retention (days)',
  'config.recovery_days.tip':
    'Older deleted records and former values are deleted and can no longer be recovered; 0 = keep all.',
  'compat.no_designer': 'This system has no CRUD designer: its tables are declared by JSON Schemas.',
  'compat.no_modules': 'This system has no module store: modules are installed with the system.',
  'config.test_mail.address': 'Receiver',
  'config.test_mail.failed': 'The mail server did not accept the test mail: {{reason}}',
  'config.test_mail.sent': 'The mail server accepted the test mail to {{to}}. Save the settings to use them.',
  'config.test_mail.none': 'No module that sends mail is installed.',
  'config.test_mail.queued': 'A test mail to {{to}} is on its way. The mail log shows what became of it.',
  'config.test_mail.stored': 'No mail server is set up: the test mail is only stored in the mail log.',
  'config.upload': 'Uploads',
  'config.upload_size': 'Maximum file size',
  'config.upload_size.tip': 'A number with a unit: b, kb, mb or gb, for example 10mb.',
  'config.upload_size.shape': 'Enter a number with a unit between 1kb and 2gb, for example 10mb',
  'config.upload_types': 'Allowed file types',
  'config.upload_types.tip':
    'File endings (pdf), types (image/png), families (image/*) or * for all, separated by commas. Images are encoded ' +
    'again; every other file can only be downloaded. SVG is never accepted.',
  'config.upload_types.shape': '“{{value}}” is not a file type. Examples: pdf, image/png, image/*, *',
  'config.upload_members': 'Uploads by members',
  'config.upload_members.none': 'Not allowed',
  'config.upload_members.images': 'Images only',
  'config.upload_members.files': 'All allowed file types',
  'config.upload_save_name': 'Names of stored files',
  'config.upload_save_name.tip':
    'Tokens: {topic} {year} {mon} {day} {hour} {min} {sec} {random} {random32} {fileName} {suffix} {.suffix} ' +
    '{fileSha1}. Files that are stored already keep their names.',
  'config.upload_save_name.token': 'Unknown token. Use the tokens listed below only',
  'config.upload_save_name.path':
    'Start with /storage/ and use letters, digits, - and _ only, for example ' +
    '/storage/{topic}/{year}/{fileSha1}{.suffix}',
  'config.upload_save_name.suffix': 'End with {.suffix}: it decides how the file is served',
  'config.upload_save_name.unique':
    'Use {topic} and one of {fileSha1}, {random} and {random32}, so that no two files have the same name',
  'config.upload_count': 'Files per account and day',
  'config.upload_quota': 'Uploads per account and day (MB)',
  'config.upload_quota.tip': 'Once an account reaches it, it can upload again the next day.',
  'config.terminal': 'Terminal',
  'config.compat_query_token': 'Session tokens in addresses',
  'config.compat_query_token.tip':
    'BuildAdmin’s own client needs this for its terminal. Addresses end up in logs and histories, so leave it off ' +
    'unless you use that client.',
  'config.terminal_package_manager': 'Package manager',
  'config.terminal_package_manager.tip':
    'What the terminal installs packages with; it has to be installed on the server.',
  'config.terminal_port': 'Port for commands',
  'config.terminal_port.tip': 'Commands of the terminal receive it as PORT.',
  'config.quick_entrance': 'Quick entrances',
  'config.quick_entrance.tip':
    'Shortcuts above the settings: title and page, for example “Recycle bin” and “security/dataRecycleLog”.',
  'config.quick_entrance.shape':
    '“{{value}}” is not a shortcut. Enter a title of at most 30 characters and the path of a page',
  'config.group': 'Groups',
  'config.group.tip':
    'Tabs of this page: identifier and title, in this order. Those of the system can be moved and renamed.',
  'config.group.key': '“{{value}}” is not an identifier. Use letters, digits and _, beginning with a small letter',
  'config.group.title': 'Enter a title of at most 30 characters for “{{value}}”',
  'config.group.twice': 'The identifier “{{value}}” occurs twice',
  'config.group.built_in': '“{{value}}” belongs to the system and cannot be deleted',
  'config.group.in_use': '“{{value}}” still has settings. Delete them or move them to another group first',
  'config.item.name':
    'Use lowercase letters, digits and _, beginning with a letter; “constructor” and “prototype” are taken',
  'config.item.taken': 'A setting with this name already exists',
  'config.item.type': 'Choose one of the listed types',
  'config.item.rule': 'Choose from the listed rules',
  'config.item.content': 'Enter the options, one per line as “value=label”',
  'config.item.extend':
    'Enter attributes that describe the input, one per line, such as “placeholder=…”: 255 characters in all',
  'config.item.remote': 'Enter the list to choose from as “remoteUrl=/admin/…/index”; it has to be one you may open',
  'config.item.secret': 'Enter the secret once the setting is there',
  'config.item.password': 'Enter 6–32 characters without & < > " or an apostrophe',
  'config.item.var_name': 'Enter a name of letters, digits, _ and $ that does not begin with a digit',
  'config.item.built_in': 'Built-in settings cannot be deleted.',
  'config.item.built_in_type': 'Built-in settings are defined by the system. Only added ones can be edited.',
  'config.item.name_stays': 'The name cannot be changed: programs read the value by it',
  'config.item.unfit': 'The current value “{{value}}” does not fit: {{reason}}. Change or empty the value first',
  'config.item.secret_stays': 'A stored secret cannot become another type. Delete the setting and add a new one',
  'config.item.other_list': 'It names records of another list',
  'config.item.formatted': 'It has formats, links or images, which would be lost',
  'config.item.several': 'It contains several values',
  'config.item.no_switch': 'Only 1 (on) and 0 (off) can become a switch',
  'config.item.no_pairs': 'Each line has to be written as “key=value”',
  'config.item.one_line': 'Enter one line only',
  'config.changed': 'Not saved: another administrator has changed the settings below. What you entered is kept.',
  'config.changed_meanwhile': 'Changed meanwhile to: {{value}}. Save again to replace it',
  'config.stale': 'These settings have been edited or deleted meanwhile. Reload the page and try again.',
  'config.item.name_label': 'Name',
  'config.item.title_label': 'Title',
  'config.item.type_label': 'Type',
  'config.item.content_label': 'Options',
  'config.item.value_label': 'Default value',
  'config.super_only':
    'Only super administrators may change it: it decides where codes are sent, or what the server runs',
  'config.secret_anew': '{{names}} changed: enter it again. The stored value is for the former destination only',
  'config.fixed': 'Set where the server is started; cannot be changed here',
  'config.unknown': 'Unknown setting. Reload the page and try again',
  'config.time_zone.unknown': 'Unknown time zone. Enter an IANA name, for example Asia/Shanghai',
  'config.version.shape': 'Enter at most 20 characters',
  'config.origin.unknown': '“{{value}}” is not an origin or host name. Example: https://admin.example.com',
  'upload.done': 'Uploaded',
  'upload.incomplete': 'The data of the uploaded file is incomplete!',
  'upload.type': 'The type of uploaded file is not allowed!',
  'upload.size': 'The size of the uploaded file exceeds the allowed range!',
  'upload.image': 'The file is not a readable image. Use JPG, PNG, WebP or GIF.',
  'upload.format':
    '{{format}} images are not supported. Save the image as JPG, PNG, WebP or GIF, then upload it again.',
  'upload.pixels': 'The image has too many pixels (at most {{megapixels}} megapixels). Resize it and try again.',
  'upload.quota':
    'You have reached the {{limit}} MB that an account may upload in a day. Try again tomorrow, or ask an ' +
    'administrator to raise the limit in the site settings.',
  'upload.count':
    'You have reached the {{limit}} files that an account may upload in a day. Try again tomorrow, or ask an ' +
    'administrator to raise the limit in the site settings.',
  'upload.content':
    'The content of the file is not {{suffix}}. Save it as {{suffix}} again, or correct its file ending.',
  'upload.members': 'Members may not upload files on this site. Ask an administrator to allow it in the site settings.',
  'upload.account': 'The account was disabled or deleted. The file was not saved.',
  'upload.topic': 'The upload purpose is not valid. Use letters, digits, - and _ only, at most 32 characters.',
  'preset.reader': 'Read only',
  'preset.keeper': 'Keeper',
  'preset.auditor': 'Auditor',
  'preset.manager': 'Manager',
  'action.index': 'View',
  'action.add': 'Add',
  'action.edit': 'Edit',
  'action.del': 'Delete',
  'action.restore': 'Restore',
  'action.sortable': 'Reorder',
  'action.import': 'Import',
  'action.undo_import': 'Undo import',
  'action.export': 'Export',
  'action.mail': 'Send by mail',
  'mail.to_none': 'Enter at least one email address.',
  'mail.to_many': 'A record goes to at most {{limit}} addresses at a time. Remove {{count}}.',
  'mail.to_wrong': 'Not a valid email address: {{addresses}}. Correct or remove it.',
  'mail.wait': 'You have sent records to many addresses. Try again in {{minutes}} min.',
  'mail.changed': 'The record was changed since the preview. Look at it again, then send it.',
  'mail.queued': 'On its way to {{to}}. The mail log shows what became of it.',
  'mail.stored': 'No mail server is set up: the mail is only stored in the mail log.',
  'mail.total': 'Total',
  'mail.column_of': '{{table}}: {{column}}',
  'mail.more_lines': 'Lines that are not shown here: {{count}}',
  'access.all': 'All permissions',
  'access.some': '{{first}} and more, {{count}} in total',
  'access.none': 'None',
  'access.own_group': 'You cannot change or delete a group you belong to.',
  'access.superior': 'This goes beyond your permissions. Ask an administrator with more permissions.',
  'access.lacking': 'You cannot grant permissions you do not have.',
  'access.all_own': 'A group cannot have all of your permissions. Remove at least one.',
  'access.self_disable': 'You cannot disable your account.',
  'access.self_delete': 'You cannot delete your account.',
  'access.self_groups': 'You cannot change your groups.',
  'access.last_super': 'At least one active super administrator must remain.',
  'access.rule_derived': '“{{title}}” was created by the system and cannot be deleted. You can disable it.',
  'access.rule_fixed': 'The name and type of a system rule cannot be changed.',
  'access.rule_reserved': 'This name belongs to a permission you do not have. Choose another name.',
  'access.rule_icon': 'No icon is called “{{icon}}”. Choose another one, for example {{nearest}}.',
  'access.rule_query':
    'Remove the query (“?…”) from the name: such a rule grants nothing. To limit the records a group can access, use ' +
    'x-policy in the schema.',
  'access.rule_ignored': '{{title}} (grants nothing: query in the name)',
  'access.rule_parent': 'Choose a parent rule that you have permission for.',
  'menu.auth': 'Permissions',
  'menu.routine': 'General',
  'menu.user': 'Members',
  'menu.security': 'Data security',
  'query.operand': 'The filter value for “{{field}}” is not valid. Change it and try again.',
  'query.operator': '“{{field}}” does not support the filter {{operator}}.',
  'import.blank': 'Enter keep or clear',
  'import.by_hand': '“{{table}}” cannot be imported. Add its records one by one.',
  'import.empty': 'The file is empty; there is nothing to import.',
  'import.encoding':
    'The file is not UTF-8, UTF-16 or GB 18030 (unreadable bytes near line {{line}}). ' +
    'Save it as “CSV UTF-8” and try again.',
  'import.header_twice': 'The header “{{header}}” appears more than once. Use a different header for each column.',
  'import.header_missing': 'The file has no header “{{header}}”. {{hint}}Headers in the file: {{headers}}.',
  'import.field_unknown': '“{{table}}” has no field “{{field}}” for import. {{hint}}Available fields: {{fields}}.',
  'import.headers_unknown':
    '“{{table}}” has no such field: {{headers}} Rename or remove these columns; nothing was imported. ' +
    'Fields: {{fields}}.',
  'import.header': '“{{title}}”. {{hint}}',
  'import.headers_blank':
    'There are values in columns without a header: {{columns}}. Write the name of a field above them, or remove the ' +
    'values; nothing was imported.',
  'import.header_blank': 'column {{column}} (line {{line}}: “{{value}}”)',
  'import.hint': 'Did you mean “{{name}}”? ',
  'import.nothing_mapped':
    'No header matches a field of “{{table}}”. Headers in the file: {{headers}}. Available fields: {{fields}}.',
  'import.key_missing': '“{{fields}}” is required to identify records. Choose the matching header.',
  'import.quote': 'The quotation mark opened in line {{line}} is not closed. Check the quotation marks in that line.',
  'import.wide':
    'Line {{line}} is too long or has more than {{limit}} columns. Check that the file is a CSV file with one ' +
    'record in each line.',
  'import.too_many': 'You can import at most {{limit}} rows at once. Split the file; nothing was imported.',
  'import.too_large': 'The file exceeds {{limit}} MB. Split it; nothing was imported.',
  'import.ragged': 'The row has {{found}} columns, but the header has {{expected}}',
  'import.bad_quotes': 'A quotation mark is not closed or is misplaced',
  'import.key_ambiguous': 'Several records already use “{{value}}”; it is unclear which one to update',
  'import.started':
    'This file is being imported or was imported already. Choose the file again to import it once more.',
  'import.no_right':
    'Its account is disabled, or may not import into this table any more. What was imported before stays.',
  'import.header_line': 'Line {{line}} has no headers. Choose the line that contains them.',
  'import.xlsx_old':
    'The workbook has the format of Excel 97–2003 or is protected by a password. Save it as an .xlsx ' +
    'file without a password; nothing was imported.',
  'import.xlsx_broken':
    'The workbook cannot be read. Open it in a spreadsheet program, save it as .xlsx again, or use CSV; ' +
    'nothing was imported.',
  'import.xlsx_entries':
    'The workbook contains more than {{limit}} parts. Copy the sheet to a new workbook; nothing was imported.',
  'import.xlsx_inflated':
    'The workbook exceeds {{limit}} MB when unpacked. Delete sheets and images that are not needed; ' +
    'nothing was imported.',
  'import.xlsx_rows': 'You can import at most {{limit}} rows at once. Split the file; nothing was imported.',
  'import.xlsx_columns':
    'Row {{line}} of the sheet has more than {{limit}} columns. Delete those that are not needed; ' +
    'nothing was imported.',
  'import.xlsx_characters':
    'The cells of the sheet contain more than {{limit}} characters. Split the file; nothing was imported.',
  'import.xlsx_memory':
    'Reading the workbook takes more than {{limit}} MB of memory. Split it, or use CSV; nothing was imported.',
  'import.xlsx_time':
    'Reading the workbook takes more than {{limit}} seconds. Split it, or use CSV; nothing was imported.',
  'import.xlsx_sheet': 'The file has no sheet “{{sheet}}”. Sheets in the file: {{sheets}}.',
  'import.colon': ': ',
  'import.reason': 'Reason for rejection',
}
