// Sale: tickets that are sold or given away at this station, and those that are taken back.

import { button, choice, element, shape } from "../elements.js";
import { ask } from "./api.js";
import { keyboard } from "./keyboard.js";
import { stepper } from "./stepper.js";

/** Tickets in one sale. */
const MOST = 50;
/** Light modules around a code (ISO/IEC 18004). */
const QUIET = 4;

/** @param ref - only the sale of this ticket is shown. */
export async function saleView(sheet, { tab, ref = "" }) {
  const { words } = sheet;
  const { offices, sales, can_print: canPrint } = await ask("GET", ref ? `sales?ref=${encodeURIComponent(ref)}` : "sales");
  const back = () => sheet.show(saleView, { tab });
  const open = (office, offer) => sheet.show(offerView, { office, offer, canPrint, back });
  const showAgain = async ({ seq }) => {
    const answer = await sheet.attempt(() => ask("POST", "sales/show", { seq }));
    if (answer) await showSold(sheet, { answer, canPrint, back });
  };
  const refund = (sale) => sheet.show(refundView, { sale, back });
  return {
    title: sheet.heading,
    body: [
      ...offices.flatMap((office) => [
        offices.length > 1 && element("h3", {}, office.name),
        office.problem && element("p", { class: "note" }, words.refusal(office.problem) || words.quoted(office.problem)),
        element("div", { class: "tiles" }, ...office.offers.map((offer) => offerTile(offer, office, words, () => open(office, offer)))),
      ]).filter(Boolean),
      saleSearch(sheet, ref, (query) => sheet.show(saleView, { tab, ref: query })),
      element("ul", { class: "passages" }, ...sales.map((sale, place) => saleItem(sale, sheet, refund, place === 0 && !ref && showAgain))),
    ].filter(Boolean),
  };
}

/** Finds an earlier sale by what the ticket says. */
function saleSearch(sheet, ref, find) {
  const { words } = sheet;
  const field = element("input", {
    type: "search", id: "sale-ref", dir: "auto", value: ref, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "40",
  });
  const keys = keyboard(field, words);
  keys.hidden = true;
  field.addEventListener("focus", () => { keys.hidden = false; });
  return element(
    "form", { class: "search", on: { submit: (event) => { event.preventDefault(); find(field.value.trim()); } } },
    element("label", { for: "sale-ref" }, words.label("staff.sale.last")),
    element("div", {}, field, element("button", { class: "button" }, words.label("staff.search"))), keys);
}

function offerTile(offer, office, words, click) {
  const facts = [
    offer.price ? `${offer.price} ${office.currency}` : words.label("staff.sale.free"),
    words.label(offer.is_shared ? "staff.sale.leftShared" : "staff.sale.left", { count: offer.left }),
    offer.obstacle && words.label("staff.roles.supervisor"),
  ].filter(Boolean);
  return element(
    "button", {
      type: "button", class: "tile", "data-type": offer.type, on: { click },
      disabled: Boolean(offer.obstacle || office.problem) || (offer.left === 0 && !offer.is_shared),
    },
    element("b", {}, offer.name), ...facts.map((text) => element("span", {}, text)));
}

/** @param showAgain - of the last sale: its codes are still there. */
function saleItem(sale, sheet, refund, showAgain) {
  const { words } = sheet;
  const said = [
    words.time(sale.at, sheet.zone()), sale.type, sale.ref, sale.terms, sale.operator,
    sale.is_refunded && words.label("staff.sale.takenBack"),
  ].filter(Boolean);
  const canRefund = sheet.may("refund") && !sale.is_refunded;
  return element(
    "li", { "data-seq": sale.seq }, element("p", {}, ...said.map((text) => element("span", {}, text))),
    showAgain && !sale.is_refunded && button(words.label("staff.sale.showAgain"), () => showAgain(sale), { "data-act": "show" }),
    canRefund && button(words.label("staff.sale.takeBack"), () => refund(sale), {
      "aria-label": `${words.label("staff.sale.takeBack")}: ${said.join(", ")}`,
    }));
}

/** How many, how they are paid, and for whom. */
function offerView(sheet, { office, offer, canPrint, back }) {
  const { words } = sheet;
  let [count, payment, isPrinted, isSelling] = [1, undefined, canPrint, false];
  const asksPayment = offer.price && office.payments.length > 0;
  const total = element("p", { class: "large", role: "status" });
  const showTotal = () => { total.textContent = offer.price ? priceOf(offer.price, count, office.currency) : words.label("staff.sale.free"); };
  const holder = element("input", { id: "sale-holder", dir: "auto", autocomplete: "off", maxlength: "100" });
  const keys = keyboard(holder, words);
  keys.hidden = true;
  holder.addEventListener("focus", () => { keys.hidden = false; });

  async function sell() {
    if (asksPayment && !payment) return sheet.say(words.label("staff.sale.choosePayment"));
    if (isSelling) return undefined;
    isSelling = true;
    const answer = await sheet.attempt(() => ask("POST", "sales", {
      type: offer.type, event: office.event, count, payment, is_printed: isPrinted,
      holder: holder.value.trim() || undefined,
    }));
    isSelling = false;
    return answer && showSold(sheet, { answer, canPrint, back });
  }

  showTotal();
  return {
    title: offer.name,
    back,
    body: [
      element(
        "div", { class: "acts" },
        stepper(words, Math.max(1, Math.min(MOST, offer.is_shared ? MOST : offer.left)), 1, (value) => { count = value; showTotal(); }), total),
      asksPayment ? choice(words.label("staff.sale.payment"), office.payments.map((each) => [each, each]), "", (value) => { payment = value; }) : "",
      canPrint ? choice(
        words.label("staff.sale.paper"), [["print", words.label("staff.sale.print")], ["screen", words.label("staff.sale.onlyScreen")]],
        "print", (value) => { isPrinted = value === "print"; }) : "",
      element("div", { class: "acts" }, button(
        words.label(offer.price ? "staff.sale.sell" : "staff.sale.give"), sell, { class: "button strong", "data-act": "sell" })),
      element(
        "div", { class: "search" }, element("label", { for: "sale-holder" }, words.label("staff.sale.holder")),
        element("div", {}, holder)),
      keys,
    ].filter(Boolean),
  };
}

/** `45.00 EUR`: with as many digits as the price has. */
function priceOf(price, count, currency) {
  const digits = (price.split(".")[1] ?? "").length;
  return `${(Number(price) * count).toFixed(digits)} ${currency}`;
}

async function showSold(sheet, { answer, canPrint, back, at = 0, admitted = new Set() }) {
  await sheet.show(soldView, { answer, canPrint, back, at, admitted });
  if (answer.print_problem) sheet.say(sheet.words.label("staff.sale.notPrinted", { why: sheet.words.quoted(answer.print_problem) }));
}

/** The code of one ticket, for the guest's telephone. */
function soldView(sheet, { answer, canPrint, back, at, admitted }) {
  const { words } = sheet;
  const { tickets } = answer;
  const ticket = tickets[at];
  const turn = (step) => showSold(sheet, { answer: { ...answer, print_problem: undefined }, canPrint, back, at: at + step, admitted });

  /** Those that are not in yet. */
  async function admit() {
    for (const { code, seq } of tickets.filter((each) => !admitted.has(each.seq))) {
      const verdict = await sheet.attempt(() => ask("POST", "admit", { code, event: answer.event }));
      if (!verdict) return;
      if (verdict.verdict.reason) {
        sheet.say(`${words.verdict(verdict.verdict)}. ${words.message(verdict, sheet.zone(answer.event))}`);
        return;
      }
      admitted.add(seq);
    }
    await turn(0);
    sheet.say(words.label("staff.sale.areIn", { count: admitted.size }));
  }

  async function print() {
    if (!await sheet.attempt(() => ask("POST", "sales/print", { seq: ticket.seq }))) return;
    sheet.say(words.label("staff.sale.printed"));
  }

  return {
    title: [answer.type, answer.total].filter(Boolean).join(" · "),
    back,
    body: [
      element(
        "div", { class: "sold" }, drawing(ticket.modules, words.label("staff.sale.code", { ref: ticket.ref })),
        element(
          "div", { class: "of-sale" },
          element("p", { class: "large" }, ticket.ref),
          tickets.length > 1 && element("p", {}, words.label("staff.sale.number", { number: at + 1, count: tickets.length })),
          element("p", { class: "note" }, words.label("staff.sale.photograph")),
          element(
            "div", { class: "acts" },
            at + 1 < tickets.length && button(words.label("staff.sale.next"), () => turn(1), { class: "button strong", "data-act": "next" }),
            at > 0 && button(words.label("staff.sale.previous"), () => turn(-1)),
            admitted.size < tickets.length && sheet.may("admit")
              && button(words.label("staff.sale.letIn", { count: tickets.length - admitted.size }), admit, { "data-act": "admit" }),
            canPrint && button(words.label("staff.sale.printAgain"), print),
            button(words.label("staff.sale.done"), back, { "data-act": "done" })))),
    ],
  };
}

function drawing(rows, label) {
  const side = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))).join("");
  return shape(
    "svg", { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    shape("rect", { width: side, height: side, fill: "#fff" }), shape("path", { d: path, fill: "#000" }));
}

/** Why a ticket is taken back. */
function refundView(sheet, { sale, back }) {
  const { words } = sheet;
  const reason = element("input", { id: "refund-reason", dir: "auto", autocomplete: "off", maxlength: "200" });
  const take = async () => {
    const note = reason.value.trim() || undefined;
    if (!await sheet.attempt(() => ask("POST", "sales/refund", { seq: sale.seq, note }))) return;
    await back();
    sheet.say(words.label("staff.sale.isTakenBack", { ref: sale.ref ?? "" }));
  };
  return {
    title: `${words.label("staff.sale.takeBack")}: ${sale.ref ?? ""}`,
    back,
    body: [
      element("p", { class: "facts-of-ticket" }, ...[sale.type, sale.terms, sale.operator].filter(Boolean).map((text) => element("span", {}, text))),
      element("p", { class: "note" }, words.label("staff.sale.takeBackNote")),
      element("div", { class: "acts" }, button(words.label("staff.sale.takeBack"), take, { class: "button grave", "data-act": "refund" })),
      element(
        "div", { class: "search" }, element("label", { for: "refund-reason" }, words.label("staff.otherReason")),
        element("div", {}, reason)),
      keyboard(reason, words),
    ],
  };
}
