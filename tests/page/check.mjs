// check.mjs BRISTLE ROOT - opens report pages in a headless Chromium: no errors, no requests, they play and show the right numbers
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [bristle, root] = process.argv.slice(2), examples = join(root, 'examples');
const folder = mkdtempSync(join(tmpdir(), 'bristle-page-'));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find(existsSync);
if (!executablePath) throw new Error('Chromium is missing: scripts/install-needs page');

const run = (...words) => execFileSync(bristle, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
/** A command some of whose runs may fail. */
function fails(...words) {
    try {
        run(...words);
    } catch (error) {
        if (error.status !== 1) throw error;
    }
}
const sweep = (name, ...words) => fails('sweep', ...words, '-q', '-o', `${name}.csv`, '--report', `${name}.html`);
const model = (name) => join(examples, `${name}.yaml`);

/** @param {string} name */
function readCsv(name) {
    const [head, ...lines] = readFileSync(join(folder, name), 'utf8').trim().split('\n').map((line) => line.split(','));
    const names = head.map((h) => h.replace(/ \[.*/, ''));
    return { rows: lines.length, at: (row, channel) => Number(lines[row][names.indexOf(channel)]) };
}

const browser = await chromium.launch({
    executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

/** Opens a page; whatever it complains of or asks for is a fault. */
async function open(file, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const faults = [];
    page.on('console', (m) => faults.push(`console: ${m.text()}`));
    page.on('pageerror', (e) => faults.push(`error: ${e.message}`));
    page.on('request', (r) => /^(file|data):/.test(r.url()) || faults.push(`request: ${r.url()}`));
    await page.goto(`file://${join(folder, encodeURIComponent(file))}`);
    await page.waitForSelector('[data-ready]', { timeout: 20000 });
    return { page, faults, close: () => context.close() };
}

/** A number with its unit, as the page writes it, in SI. */
function parseQuantity(text) {
    const [number, unit = ''] = text.trim().split(/\s(.*)/);
    const prefix = /^[GMkmµnp](?=[a-zA-Z])/.exec(unit)?.[0] ?? '';
    const isPrefix = prefix && !/^m($|\/)/.test(unit);
    return Number(number.replace('−', '-').replace('e−', 'e-')) * (isPrefix ? { G: 1e9, M: 1e6, k: 1e3, m: 1e-3, µ: 1e-6, n: 1e-9, p: 1e-12 }[prefix] : 1);
}

const close = (actual, wanted, digits, what) =>
    assert.ok(Math.abs(actual - wanted) <= 0.6 * 10 ** (1 - digits) * Math.abs(wanted) + 1e-30, `${what}: ${actual}, not ${wanted}`);

const tests = {
    async 'shows the numbers of the CSV file at the cursor'() {
        const csv = readCsv('crank.csv');
        const { page, faults, close: end } = await open('crank.html');
        const row = 137, t = csv.at(row, 't');
        await page.evaluate((time) => window.bristle.clock.set(time), t);
        let compared = 0;
        for (const entry of await page.locator('.plot .entry').all()) {
            const name = await entry.locator('.name').textContent(), value = await entry.locator('.value').textContent();
            if (value === '–' && / under load$/.test(name)) continue;
            close(parseQuantity(value), csv.at(row, name.replace(' under load', '')), 4, name);
            compared++;
        }
        assert.ok(compared >= 8, `${compared} values`);
        const marks = await page.locator('.scene .mark').evaluateAll((all) => all.map((m) => m.getBoundingClientRect().x));
        assert.ok(marks.length === 2 && Math.abs(marks[0] - marks[1]) > 10, 'marks of wrist pin and cylinder do not cover each other');
        for (const [index, body] of ['crank', 'rod', 'piston'].entries()) { // where the drawing has them
            const [a, b, , , x, y] = (await page.locator('.scene > g.part').nth(index + 1).getAttribute('transform')).match(/-?[\d.e+-]+/g).map(Number);
            const view = await page.evaluate(() => document.querySelector('.scene .part.ground').getAttribute('transform').match(/-?[\d.e+-]+/g).map(Number));
            const turn = Math.atan2(-b, a) - csv.at(row, `${body}.angle`);
            assert.ok(Math.abs(turn - 2 * Math.PI * Math.round(turn / 2 / Math.PI)) < 1e-5, `${body} turned`);
            close((x - view[4]) / view[0], csv.at(row, `${body}.x`), 5, `${body}.x`);
            assert.ok(Math.abs((view[5] - y) / view[0] - csv.at(row, `${body}.y`)) < 1e-6, `${body}.y`);
        }
        assert.deepEqual(faults, []);
        await end();
    },
    async 'plays, pauses, scrubs'() {
        const { page, faults, close: end } = await open('crank.html');
        const time = () => page.evaluate(() => window.bristle.clock.t);
        const place = () => page.locator('.scene > g.part').nth(1).getAttribute('transform');
        const before = await place();
        await page.getByRole('button', { name: 'Play' }).click();
        await page.waitForFunction(() => window.bristle.clock.t > 0.02 * window.bristle.clock.end);
        assert.notEqual(await place(), before);
        await page.getByRole('button', { name: 'Pause' }).click();
        const stopped = await time();
        await page.waitForTimeout(150);
        assert.equal(await time(), stopped);
        await page.keyboard.press('Tab'); // away from the button: space then plays
        const slider = page.getByRole('slider', { name: 'time' });
        await slider.fill(String(0.5 * (await page.evaluate(() => window.bristle.clock.end))));
        close(await time(), 0.5 * (await page.evaluate(() => window.bristle.clock.end)), 6, 'scrubbed');
        await slider.press('ArrowRight');
        assert.ok(await time() > 0.5 * (await page.evaluate(() => window.bristle.clock.end)));
        assert.deepEqual(faults, []);
        await end();
    },
    async 'goes by arrow keys from row to row and says the values'() {
        const csv = readCsv('crank.csv');
        const { page, faults, close: end } = await open('crank.html');
        const chart = page.locator('.plot svg.chart').first();
        await chart.focus();
        for (let i = 0; i < 3; i++) await chart.press('ArrowRight');
        await chart.press('Shift+ArrowRight');
        await chart.press('ArrowLeft');
        assert.equal(await page.evaluate(() => window.bristle.clock.t), csv.at(12, 't'));
        const said = await page.locator('#announcer').textContent();
        const name = await page.locator('.plot .entry .name').first().textContent();
        const value = new RegExp(`${name} ([^,]*)`).exec(said)[1];
        close(parseQuantity(value), csv.at(12, name), 4, 'announced');
        assert.deepEqual(faults, []);
        await end();
    },
    async 'has the data of each plot as a table'() {
        const csv = readCsv('crank.csv');
        const { page, faults, close: end } = await open('crank.html');
        const plot = page.locator('.plot').first();
        await plot.locator('summary').click();
        const rows = plot.locator('tbody tr');
        const name = await plot.locator('.entry .name').first().textContent();
        const nth = 7, t = Number(await rows.nth(nth).locator('th').textContent());
        let row = 0;
        while (csv.at(row, 't') < t - 1e-12) row++;
        close(Number(await rows.nth(nth).locator('td').first().textContent()), csv.at(row, name), 6, name);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'goes to the exact time of an event; strips change there'() {
        const { page, faults, close: end } = await open('loose.html');
        const event = await page.evaluate(() => window.bristle.results[0].events[3]);
        await page.locator('#events tbody button').nth(3).click();
        assert.equal(await page.evaluate(() => window.bristle.clock.t), event.time);
        assert.equal(await page.locator('#events tr[aria-current]').count(), 1);
        assert.ok(await page.locator('.strips .state').count() > 5);
        assert.ok(await page.locator('.scene .mark').count() > 0);
        const [cx, cy, offset, radius] = await page.evaluate(() => {
            const { clock, results: [result] } = window.bristle, dot = document.querySelector('.lens-dot');
            const row = result.time.findIndex((t) => t > 0.5 * clock.end);
            clock.set(result.time[row]);
            const at = (name) => result.channels.get(`wristpin.${name}`).values[row];
            return [...['cx', 'cy'].map((n) => Number(dot.getAttribute(n))), Math.hypot(at('offset_x'), at('offset_y')) / result.scene.joints.find((j) => j.name === 'wristpin').orbit, Number(document.querySelector('.lens-clearance').getAttribute('r'))];
        });
        assert.ok(Math.abs(Math.hypot(cx, cy) / radius - offset) < 1e-3, 'the lens shows the pin in its clearance');
        assert.equal(await page.locator('#phases .limit').count(), await page.evaluate(() => window.bristle.results[0].scene.joints.filter((j) => j.orbit > 0).length));
        assert.deepEqual(faults, []);
        await end();
    },
    async 'shows the values of the point of a phase plot that is nearest'() {
        const { page, faults, close: end } = await open('crank.html');
        const chart = page.locator('#phases svg.chart').first();
        await chart.scrollIntoViewIfNeeded();
        const d = (await chart.locator('path.line').getAttribute('d')).slice(1).split('L').map((p) => p.split(' ').map(Number));
        const [x, y] = d[Math.floor(0.31 * d.length)], box = await chart.boundingBox();
        await page.mouse.move(box.x + x, box.y + y);
        const dot = await chart.locator('.dot').evaluate((c) => [Number(c.getAttribute('cx')), Number(c.getAttribute('cy'))]);
        assert.ok(Math.hypot(dot[0] - x, dot[1] - y) < 3, `${dot}, not ${[x, y]}`);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'zooms all plots over time by dragging, and back'() {
        const { page, faults, close: end } = await open('crank.html');
        const chart = page.locator('.right svg.chart').first();
        const box = await chart.boundingBox();
        await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.5 * box.height);
        await page.mouse.down();
        await page.mouse.move(box.x + 0.6 * box.width, box.y + 0.6 * box.height, { steps: 4 });
        await page.mouse.up();
        const view = () => page.evaluate(() => [window.bristle.clock.from, window.bristle.clock.until, window.bristle.clock.start, window.bristle.clock.end]);
        const [from, until, start, finish] = await view();
        assert.ok(from > start && until < finish && until > from);
        await page.locator('.player').getByRole('button', { name: 'whole run' }).click();
        assert.deepEqual((await view()).slice(0, 2), [start, finish]);
        await page.locator('.plot .toggle input').first().check(); // log
        assert.match(await page.locator('.plot svg.chart').first().textContent(), /magnitude/);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'draws several results over each other'() {
        const { page, faults, close: end } = await open('both.html');
        assert.deepEqual(await page.locator('.plot').first().locator('.entry .name').allTextContents(), ['dry', 'greased']);
        assert.equal(await page.locator('.plot').first().locator('path.line').count(), 2);
        assert.equal(await page.title(), 'Dry and greased');
        assert.deepEqual(faults, []);
        await end();
    },
    async 'shows papers: claims, figures, systems that move'() {
        const { page, faults, close: end } = await open('papers.html');
        assert.match(await page.locator('.subtitle').textContent(), /1 paper, \d+ cases.* claims? hold/);
        assert.ok(await page.locator('.claims li').count() > 0);
        assert.equal(await page.locator('.paper-figure img').first().evaluate((img) => img.decode().then(() => img.naturalWidth > 100)), true);
        const body = page.locator('.scene > g.part').nth(1), before = await body.getAttribute('transform');
        await page.getByRole('button', { name: /^play, / }).first().click();
        await page.waitForFunction((was) => document.querySelectorAll('.scene > g.part')[1].getAttribute('transform') !== was, before);
        await page.locator('.system summary').first().click();
        await page.locator('.system svg.chart').first().waitFor();
        await page.locator('#systems + section > details > summary').click();
        await page.locator('#systems + section > details tbody tr').first().waitFor();
        assert.deepEqual(faults, []);
        await end();
    },
    async 'shows a study: sorts, filters, finds runs in the scatter chart'() {
        const { page, faults, close: end } = await open('study.html');
        const csv = readCsv('study.csv'), rows = csv.rows;
        const cells = (column) => page.locator(`.sortable tbody tr > :nth-child(${column + 1})`).allTextContents();
        assert.match(await page.locator('.study .subtitle').textContent(), /300 runs of .*slider_crank.yaml.* failed/);
        const measure = 'max motor.torque';
        await page.getByRole('button', { name: `${measure} [N m]` }).click();
        const shown = (await cells(3)).map((t) => Number(t.replace('−', '-'))), wanted = Array.from({ length: rows }, (_, i) => csv.at(i, measure)).filter((x) => !Number.isNaN(x)).sort((a, b) => a - b);
        for (const [i, x] of shown.entries()) close(x, wanted[i], 5, `row ${i}`);
        assert.equal(await page.locator('th[aria-sort=ascending]').textContent(), `${measure} [N m]`);
        await page.getByRole('button', { name: `${measure} [N m]` }).click();
        close(Number((await cells(3))[0]), wanted[wanted.length - 1], 5, 'largest');
        await page.getByLabel('failed runs only').check();
        const bad = Array.from({ length: rows }, (_, i) => i).filter((i) => Number.isNaN(csv.at(i, measure))).length;
        assert.ok(bad > 0);
        assert.match(await page.locator('.runs [role=status]').textContent(), new RegExp(`of ${bad} runs`));
        assert.match(await page.locator('.sortable .why').first().textContent(), /mu_s/);
        await page.getByLabel('failed runs only').uncheck();
        const chart = page.locator('.scatter svg.chart');
        await chart.focus();
        await chart.press('End');
        assert.match(await page.locator('#announcer').textContent(), /^run \d+: .*max motor.torque /);
        await chart.press('Enter');
        assert.equal(await page.locator('.sortable tr[aria-current]').count(), 1);
        assert.ok(await page.locator('.tornado').count() >= 2);
        const onPaper = async (event) => page.evaluate((name) => dispatchEvent(new Event(name)), event);
        await onPaper('beforeprint');
        assert.equal((await cells(0)).length, 300);
        await onPaper('afterprint');
        assert.equal((await cells(0)).length, 50);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'keeps ten thousand runs small and quick'() {
        const { page, faults, close: end } = await open('many.html');
        assert.ok(statSync(join(folder, 'many.html')).size < 5e6);
        const took = await page.evaluate(() => {
            const begun = performance.now();
            document.querySelectorAll('.sort')[2].click();
            const select = document.querySelector('.scatter select');
            select.value = select.options[select.options.length - 1].value;
            select.dispatchEvent(new Event('change'));
            document.body.getBoundingClientRect();
            return performance.now() - begun;
        });
        assert.ok(took < 1000, `sorted and drawn in ${took} ms`);
        assert.match(await page.locator('.runs [role=status]').textContent(), /of 10000 runs/);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'shows verdicts as bands over time, and marked times'() {
        const { page, faults, close: end } = await open('verdict.html');
        const bands = await page.evaluate(() => window.bristle.verdicts[0].run.interfaces[0].bands.map((b) => b.verdict));
        assert.deepEqual(bands, ['sticks', 'conditional', 'undecided', 'conditional']);
        const figure = page.locator('#verdicts figure').first();
        assert.equal(await figure.locator('rect.state.undecided').count(), 4); // mechanism, both guides, key
        assert.equal(await figure.locator('.time-mark').count(), 2);
        assert.ok(await page.locator('.right .time-mark').count() >= 2);
        await page.locator('.marks button').nth(1).click();
        assert.equal(await page.evaluate(() => window.bristle.clock.t), 1.86);
        assert.equal(await page.locator('#verdicts .range-area').count() > 3, true);
        assert.match(await page.locator('.answer').textContent(), /^Holds until 0.789474 s/);
        assert.equal(await page.locator('#states .strips .state.limit').count(), 1); // guide 2, until both slip
        assert.deepEqual(faults, []);
        await end();
    },
    async 'shows a fit: values, curves, profiles'() {
        const { page, faults, close: end } = await open('fit.html');
        const fit = JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8'));
        for (const [i, p] of fit.parameters.entries()) {
            const cells = await page.locator('.fit table').first().locator('tbody tr').nth(i).locator('th, td').allTextContents();
            assert.equal(cells[0], p.name);
            close(Number(cells[1].replace('−', '-').replace('e−', 'e-')), p.value, 5, p.name);
        }
        assert.equal(await page.locator('.profile').count(), fit.parameters.length);
        assert.ok((await page.locator('.fit .chart path.points').first().getAttribute('d')).split('M').length > 200);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'axe finds nothing, in light and dark, on a phone'() {
        const looks = [['crank.html', { colorScheme: 'light' }], ['both.html', { colorScheme: 'dark' }], ['loose.html', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
            ['papers.html', { colorScheme: 'light' }], ['study.html', { colorScheme: 'dark' }], ['verdict.html', { colorScheme: 'light', viewport: { width: 390, height: 844 } }], ['verdict.html', { colorScheme: 'dark' }],
            ['fit.html', { colorScheme: 'light', viewport: { width: 390, height: 844 } }], ['study.html', { colorScheme: 'light', viewport: { width: 390, height: 844 } }], ['weak.html', { colorScheme: 'dark' }], ['motion.html', { colorScheme: 'light' }], ['lists.html', { colorScheme: 'light' }]];
        for (const [file, options] of looks) {
            const { page, faults, close: end } = await open(file, options);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${file} is wider than the window`);
            await page.evaluate(`(() => { const exports = undefined, module = undefined; ${axe} })()`);
            const { violations, passes } = await page.evaluate(() => window.axe.run());
            assert.deepEqual(violations.map((v) => `${file}: ${v.id}: ${v.nodes.length}, such as ${v.nodes[0].html.slice(0, 120)}`), []);
            assert.ok(passes.length > 15);
            assert.deepEqual(faults, []);
            await end();
        }
    },
    async 'says what joints do from the start; keys list every mark and bar that is shown'() {
        for (const [file, wanted] of [['swing.html', 'slips'], ['verdict.html', 'sticks']]) { // the pendulum falls at once, the sliders rest
            const { page, faults, close: end } = await open(file);
            assert.equal(await page.locator('#states .strips .state').first().getAttribute('class'), `state ${wanted}`);
            const marks = await page.locator('.scene .mark').evaluateAll((all) => all.map((m) => m.getAttribute('class')));
            assert.ok(marks.length && marks.every((m) => m === `mark ${wanted}`), `${file}: ${marks} at the start`);
            assert.deepEqual(faults, []);
            await end();
        }
        const { page: yoke, close: over } = await open('yoke.html'); // its slot has two sides, of which one touches or none
        const [marked, sides] = await yoke.evaluate(() => {
            const { clock, results: [r] } = window.bristle, marked = [], sides = [], last = r.time.length - 1;
            for (let row = 0; row <= last; row += Math.ceil(last / 300)) {
                clock.set(r.time[row]);
                marked.push(document.querySelectorAll('.scene .mark').length === 1 && document.querySelector('.scene .mark.flies') === null);
                sides.push(['left', 'right'].some((side) => r.channels.get(`slot.${side}.contact`).values[row] !== 0));
            }
            return [marked, sides];
        });
        assert.ok(sides.includes(true) && sides.includes(false));
        assert.deepEqual(marked, sides);
        await over();
        for (const file of ['loose.html', 'verdict.html', 'swing.html']) {
            const { page, faults, close: end } = await open(file);
            const [shown, keyed, cut, cutKey] = await page.evaluate(() => {
                const { clock } = window.bristle, shown = new Set(), classes = (q) => [...document.querySelectorAll(q)].map((m) => m.getAttribute('class'));
                let cut = false;
                for (let i = 0; i <= 400; i++) {
                    clock.set(clock.start + i / 400 * (clock.end - clock.start));
                    classes('.scene .mark').forEach((c) => shown.add(c));
                    cut ||= document.querySelector('.scene .arrow.cut') !== null;
                }
                return [[...shown], classes('.keys .mark'), cut, document.querySelector('.cut-key') !== null];
            });
            assert.deepEqual(shown.filter((c) => !keyed.includes(c)), [], `${file}: marks without a key`);
            assert.ok(!cut || cutKey, `${file}: arrows are cut, which the key does not say`);
            const bars = (q) => page.locator(q).evaluateAll((all) => [...new Set(all.map((r) => `${r.getAttribute('class')} ${r.getAttribute('height')}`))].sort());
            assert.deepEqual(await bars('#states .key rect'), await bars('#states .strips rect.state'));
            assert.deepEqual(faults, []);
            await end();
        }
    },
    async 'has no lines and numbers that are rounding only'() {
        const { page, faults, close: end } = await open('sliders.html');
        const text = await page.evaluate(() => ['.stage', '#energy', '#peaks', '#channels .legend'].map((q) => document.querySelector(q)?.textContent ?? '').join(' '));
        assert.ok(!/e−[12]\d/.test(text), /.{20}e−[12]\d.{10}/.exec(text)?.[0]);
        assert.ok((await page.locator('.stage .entry .name').allTextContents()).every((n) => n !== 'pin2.reaction'));
        assert.ok(await page.evaluate(() => { // what it shows first under Other channels is above rounding
            const { results: [r] } = window.bristle, name = document.querySelector('#channels .entry .name').textContent;
            return Math.max(...r.channels.get(name).values.map(Math.abs)) > 1e-6;
        }));
        assert.deepEqual(faults, []);
        await end();
    },
    async 'points at a time in all plots'() {
        const { page, faults, close: end } = await open('crank.html');
        const chart = page.locator('.right svg.chart').first(), box = await chart.boundingBox();
        await page.mouse.move(box.x + 0.4 * box.width, box.y + 0.5 * box.height);
        await page.waitForTimeout(50);
        const t = await page.evaluate(() => window.bristle.clock.hover), start = await page.evaluate(() => window.bristle.clock.start);
        assert.ok(t > start && await page.evaluate(() => window.bristle.clock.t) === start, 'the clock stands');
        assert.ok(await page.locator('.right .hair').evaluateAll((all) => all.length > 3 && all.every((l) => l.getAttribute('visibility') === 'visible')));
        assert.equal(new Set(await page.locator('.chart .at').allTextContents()).size, 1);
        close(parseQuantity(await page.locator('.chart .at').last().textContent()), t, 5, 'time that is pointed at');
        const csv = readCsv('crank.csv');
        let row = 0;
        while (csv.at(row + 1, 't') <= t) row++;
        const name = await page.locator('.right .entry .name').last().textContent(), value = parseQuantity(await page.locator('.right .entry .value').last().textContent());
        const [a, b] = [csv.at(row, name), csv.at(row + 1, name)];
        assert.ok(value >= Math.min(a, b) - 1e-3 * Math.abs(a) && value <= Math.max(a, b) + 1e-3 * Math.abs(a), `${name} is ${value}, not between ${a} and ${b}`);
        const took = await page.evaluate(() => {
            const { clock } = window.bristle, begun = performance.now();
            for (let i = 0; i < 100; i++) {
                clock.hover = clock.start + i / 100 * (clock.end - clock.start);
                clock.onHover.forEach((listener) => listener());
            }
            return (performance.now() - begun) / 100;
        });
        assert.ok(took < 16, `pointing takes ${took} ms`);
        await page.mouse.click(box.x + 0.4 * box.width, box.y + 0.5 * box.height);
        close(await page.evaluate(() => window.bristle.clock.t), t, 4, 'a click sets the clock');
        await page.mouse.move(2, 2);
        await page.waitForTimeout(50);
        assert.equal(await page.locator('.hair[visibility=visible]').count(), 0);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'has room for long names on a narrow phone'() {
        const { page, faults, close: end } = await open('long.html', { viewport: { width: 360, height: 780 } });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
        const rows = await page.locator('.channels label').evaluateAll((all) => all.map((l) => [l.getBoundingClientRect().right, l.lastElementChild.getBoundingClientRect().right, l.textContent]));
        assert.ok(rows.some(([, , text]) => text.includes('a_body_with_a_name_of_34_letters_x')));
        for (const [right, text, name] of rows) assert.ok(text <= right + 1, `${name} is wider than its place`);
        await page.setViewportSize({ width: 1280, height: 900 });
        const wide = await page.locator('.channels label').evaluateAll((all) => all.map((l) => [l.getBoundingClientRect().right, l.lastElementChild.getBoundingClientRect().right]));
        assert.ok(wide.every(([right, text]) => text <= right + 1));
        assert.deepEqual(faults, []);
        await end();
    },
    async 'places marks and names beside each other'() {
        const { page, faults, close: end } = await open('close.html', { viewport: { width: 390, height: 844 } });
        const meet = (all) => all.some((a, i) => all.some((b, k) => k > i && a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 2 && b.top < a.bottom - 2));
        const boxes = (locator) => locator.evaluateAll((all) => all.filter((e) => e.getAttribute('visibility') !== 'hidden').map((e) => (({ left, right, top, bottom }) => ({ left, right, top, bottom }))(e.getBoundingClientRect())));
        for (const picture of await page.locator('svg:has(.time-mark-number)').all()) assert.ok(!meet(await boxes(picture.locator('.time-mark-number'))), 'numbers of marks meet');
        const first = await page.locator('#states .strips text.tick[text-anchor=start]').first().boundingBox(), strip = await page.locator('#states .strips').boundingBox();
        assert.ok(first.x >= strip.x - 0.5, 'the first number of the time axis is cut');
        await end();
        const { page: loose, close: done } = await open('loose.html');
        for (const share of [0, 0.2, 0.4, 0.6, 0.8]) {
            await loose.evaluate((s) => window.bristle.clock.set(window.bristle.clock.start + s * (window.bristle.clock.end - window.bristle.clock.start)), share);
            const lens = await loose.locator('.lens-glass').first().boundingBox();
            for (const name of await boxes(loose.locator('.names text'))) assert.ok(name.right <= lens.x, `a name is under the lens at ${share}`);
        }
        await done();
        const { page: crank, close: over } = await open('crank.html');
        for (const name of await boxes(crank.locator('.names text'))) for (const mark of await boxes(crank.locator('.scene .mark'))) assert.ok(!meet([name, mark]), 'a name is over a mark');
        await over();
        assert.deepEqual(faults, []);
    },
    async 'moves the drawing by keyboard'() {
        const { page, faults, close: end } = await open('crank.html');
        const scene = page.locator('.scene'), place = () => page.evaluate(() => document.querySelector('.scene .part.ground').getAttribute('transform').match(/-?[\d.e+-]+/g).slice(4).map(Number));
        const before = await place();
        await scene.focus();
        await scene.press('Shift+ArrowRight');
        await scene.press('Shift+ArrowDown');
        const after = await place();
        assert.deepEqual(after.map((x, i) => Math.round(x - before[i])), [40, 40]);
        assert.equal(await page.evaluate(() => window.bristle.clock.t), 0);
        await scene.press('0');
        assert.deepEqual(await place(), before);
        await scene.press('ArrowRight');
        assert.ok(await page.evaluate(() => window.bristle.clock.t > 0));
        assert.deepEqual(faults, []);
        await end();
    },
    async 'says what is not drawn, and lets the interface of phase plots be chosen'() {
        const { page, faults, close: end } = await open('untitled.html');
        assert.match(await page.locator('.right').textContent(), /more channels? (is|are) not drawn here: choose/);
        assert.match(await page.locator('#phases').textContent(), /F v < 0/);
        const select = page.locator('#phases select').first(), names = await select.locator('option').allTextContents();
        assert.deepEqual([...names].sort(), ['cylinder', 'wristpin']);
        await select.selectOption(names[1]);
        assert.ok((await page.locator('#phases h3').allTextContents()).every((h) => h.endsWith(names[1])));
        assert.ok((await page.locator('#phases path.line').first().getAttribute('d')).length > 100);
        assert.equal(await page.title(), 'Slider-crank with a frictional guide: 2 results');
        assert.deepEqual(faults, []);
        await end();
        const { page: two, close: done } = await open('lists.html');
        assert.equal(await two.title(), 'loose, swing');
        await done();
    },
    async 'says what was run: commands, files, units, versions'() {
        const { page: fit, close: end } = await open('fit.html');
        assert.match(await fit.locator('#about').textContent(), /bristle fit stribeck_tanh points.csv --columns force=stribeck_tanh.*6 starts, seed 1.*bristle\d+\.\d/);
        await end();
        const { page: study, close: done } = await open('study.html');
        assert.match(await study.locator('#about').textContent(), /bristle sweep slider_crank.yaml --vary 'wristpin.friction.mu_k=0.02 to 0.14'.*Model file/s);
        await done();
        for (const file of ['crank.html', 'study.html', 'fit.html', 'motion.html']) {
            const { page, faults, close: over } = await open(file);
            const heads = [await page.title(), ...await page.locator('h1, h3, .subtitle, dd').allTextContents()].join(' ');
            assert.ok(!heads.includes(root) && !heads.includes(folder), `${file} shows the folders of who made it`);
            if (file === 'crank.html') assert.ok((await page.locator('.model .unit').allTextContents()).some((u) => u.trim() === 'kg m2'));
            assert.deepEqual(faults, []);
            await over();
        }
    },
    async 'moves twice per second at most with reduced motion'() {
        const { page, faults, close: end } = await open('crank.html', { reducedMotion: 'reduce' });
        await page.evaluate(() => {
            window.moves = [];
            window.bristle.clock.onTime.push(() => window.moves.push(performance.now()));
        });
        await page.getByRole('button', { name: 'Play' }).click();
        await page.waitForFunction(() => window.moves.length >= 3);
        const [first, second, third] = await page.evaluate(() => window.moves);
        assert.ok(second - first > 450 && third - second > 450, `pictures at ${[first, second, third]} ms`);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'is printed without its controls'() {
        const { page, faults, close: end } = await open('crank.html');
        await page.emulateMedia({ media: 'print' });
        assert.equal(await page.locator('.player').isVisible(), false);
        await page.evaluate(() => window.bristle.clock.set(0.0123));
        assert.match(await page.locator('.on-paper').textContent(), /t = 12.3 ms/);
        assert.equal(await page.locator('.on-paper').isVisible(), true);
        assert.equal(await page.locator('.plot svg.chart').first().isVisible(), true);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'markup, quotes and scripts in names stay text'() {
        const payloads = ['<script>hacked=1</script>', '</script><script>hacked=1</script>', '<img src=x onerror=hacked=1>', '"><svg onload=hacked=1>', "' onmouseover='hacked=1", '<!--', ']]>', '&lt;b&gt;',
            'javascript:hacked=1', '<iframe srcdoc="<script>parent.hacked=1</script>">', '${hacked=1}', '{{hacked=1}}', '\u202e<b>bold</b>', '</title><style>*{display:none}</style>'];
        const named = payloads.map((p) => p.replaceAll('"', "'")); // names of columns have no quotes
        const header = ['t [s]', ...named.map((p, i) => `"${p} ${i} [N]"`)];
        writeFileSync(join(folder, '<b onclick=hacked>.csv'), `${header.join(',')}\n0,${payloads.map((_, i) => i)}\n1,${payloads.map((_, i) => i + 1)}\n`);
        for (const [i, payload] of payloads.entries())
            writeFileSync(join(folder, 'payload.yaml'), `${i ? readFileSync(join(folder, 'payload.yaml'), 'utf8') : ''}# ${payload}\n`);
        const body = readFileSync(join(folder, 'payload.yaml'), 'utf8') + readFileSync(model('pendulum'), 'utf8').replace(/^title:.*$/m, `title: ${JSON.stringify(payloads.slice(0, 8).join(' '))}`);
        writeFileSync(join(folder, 'payload.yaml'), body);
        run('run', 'payload.yaml', '-q', '--report', 'payload.html');
        run('report', '<b onclick=hacked>.csv', 'payload.html', '-o', 'table.html', '--title', payloads.join(' '));
        run('report', '<b onclick=hacked>.csv', '-o', 'names.html', '--title', payloads[1]);
        const named_model = readFileSync(model('slider_crank'), 'utf8');
        writeFileSync(join(folder, 'named.yaml'), named_model.replace(/^title:.*$/m, `title: ${JSON.stringify(payloads[3])}`));
        writeFileSync(join(folder, 'named_study.yaml'), `title: ${JSON.stringify(payloads[2])}\nmodel: named.yaml\nvary: {wristpin.friction.mu_k: [0.05, 0.1, 0.5]}\nmeasure: [slipping]\n`);
        fails('study', 'run', 'named_study.yaml', '-o', 'named_study.db', '-q'); // its last run
        const csv_name = '<img src=x onerror=hacked=1>.csv';
        writeFileSync(join(folder, csv_name), readFileSync(join(root, 'tests/fit/points.csv')));
        run('fit', 'coulomb_tanh', csv_name, '-c', 'force=stribeck_tanh', '-q', '--report', 'named_fit.html');
        run('report', 'named_fit.html', 'payload.html', 'named_study.db', '-o', 'others.html', '--title', payloads[4], ...payloads.slice(0, 8).flatMap((p) => ['--mark', `0.1 s: ${p}`]));
        for (const file of ['payload.html', 'table.html', 'names.html', 'others.html']) {
            const { page, faults, close: end } = await open(file);
            await page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)));
            await page.waitForTimeout(100);
            assert.equal(await page.evaluate(() => 'hacked' in window), false);
            assert.equal(await page.locator('main script, img, iframe, b, main style').count(), 0);
            const text = await page.evaluate(() => document.body.textContent);
            for (const payload of file === 'payload.html' || file === 'others.html' ? payloads.slice(0, 8) : file === 'names.html' ? named : [...named, ...payloads]) assert.ok(text.includes(payload), `${file} lacks ${payload}`);
            assert.deepEqual(faults, []);
            await end();
        }
    },
};

let failed = 0;
try {
    run('run', model('slider_crank'), '-q', '--report', 'crank.html', '-c', '*', '-o', 'crank.csv');
    const [, code] = /<script type="module">([^]*)<\/script>/.exec(readFileSync(join(folder, 'crank.html'), 'utf8'));
    writeFileSync(join(folder, 'code.mjs'), code); // modules become one script, in which a name is there once
    execFileSync(process.execPath, ['--check', join(folder, 'code.mjs')]);
    run('run', model('slider_crank_loose'), '-q', '--until', '50ms', '--report', 'loose.html');
    run('run', model('slider_crank'), '-q', '--report', 'dry.html');
    run('run', model('slider_crank'), '-q', '--set', '*.friction.mu_k=0.02', '--report', 'greased.html');
    run('report', 'dry.html', 'greased.html', '-o', 'both.html', '--title', 'Dry and greased');
    run('report', 'dry.html', 'greased.html', '-o', 'untitled.html');
    run('run', model('pendulum'), '-q', '--report', 'swing.html');
    run('run', join(root, 'papers/autiero/scotch_yoke.yaml'), '-q', '--report', 'yoke.html');
    run('run', model('two_sliders'), '-q', '--report', 'sliders.html');
    run('report', 'loose.html', 'swing.html', '-o', 'lists.html'); // two lists of events
    writeFileSync(join(folder, 'long.yaml'), readFileSync(model('pendulum'), 'utf8').replaceAll('bar', 'a_body_with_a_name_of_34_letters_x'));
    run('run', 'long.yaml', '-q', '--report', 'long.html');
    run('verdict', model('two_sliders'), '--set', 'run.redundancy=eliminate', '--set', 'run.eliminate=pin1.force_x', '-o', 'verdict.json', '--report', 'bands.html');
    run('report', 'bands.html', '-o', 'verdict.html', '--mark', '0.8 s: guide 2 at its limit in the paper', '--mark', '1.86 s: both slip in the paper');
    run('report', 'bands.html', '-o', 'close.html', '--mark', '1.9 s: one', '--mark', '1.92 s: another');
    writeFileSync(join(folder, 'fit.json'), execFileSync(bristle, ['fit', 'stribeck_tanh', join(root, 'tests/fit/points.csv'), '-c', 'force=stribeck_tanh', '--json', '--report', 'fit.html'], { cwd: folder }));
    const [about, head, ...points] = readFileSync(join(root, 'tests/fit/points.csv'), 'utf8').split('\n'); // without slow rows: what they alone would tell is not determined
    writeFileSync(join(folder, 'fast.csv'), [about, head, ...points.filter((line) => Math.abs(parseFloat(line)) > 0.01)].join('\n'));
    run('fit', 'stribeck', 'fast.csv', '-c', 'force=stribeck_tanh', '--vary', 'mu_k', '--vary', 'mu_s', '--vary', 'v_s in 0.1..2 mm/s', '--vary', 'k_v', '-q', '--report', 'weak.html');
    run('run', model('pendulum'), '-q', '--until', '2', '-c', 'bar.angle', '--interval', '20 ms', '-o', 'motion.csv');
    run('fit', model('pendulum'), 'motion.csv', '--match', 'bar.angle=bar.angle', '--vary', 'pin.friction.mu_k in 0.1..0.49', '--starts', '1', '-q', '--report', 'motion.html');
    sweep('study', model('slider_crank'), '--vary', 'wristpin.friction.mu_k=0.02 to 0.14', '--vary', 'crank.mass=+-30%', '--sample', 'sobol', '-n', '300', '-m', 'max motor.torque', '-m', 'rms motor.torque', '-m', 'slipping');
    sweep('many', model('pendulum'), '--vary', 'bar.mass=1 kg to 3 kg', '--vary', 'pin.radius=20 mm to 40 mm', '--sample', 'latin', '-n', '10000', '-m', 'stuck pin', '-m', 'lost pin', '--set', 'run.until=50 ms');
    run('reproduce', 'falling', '--papers', join(root, 'tests/tool/papers'), '--figures', 'figures', '--page', 'papers.html');
    for (const [name, test] of Object.entries(tests)) {
        const begun = performance.now();
        try {
            await test();
            console.log(`ok      ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
        } catch (error) {
            failed++;
            console.log(`FAILED  ${name}\n${error.stack}`);
        }
    }
} finally {
    await browser.close();
    rmSync(folder, { recursive: true });
}
console.log(failed ? `${failed} of ${Object.keys(tests).length} failed` : `all ${Object.keys(tests).length} passed`);
process.exit(failed ? 1 : 0);
