#include "DoorAssets.h"

// Swift's own resources lie beside the program in a bundle; these are in it, so that a program that was copied has its
// page. (.embedInCode takes minutes for this much.)

static const unsigned char index_html[] = {
#embed "assets/index.html"
};
static const unsigned char tokens_css[] = {
#embed "assets/tokens.css"
};
static const unsigned char screen_css[] = {
#embed "assets/screen.css"
};
static const unsigned char screen_js[] = {
#embed "assets/screen.js"
};
static const unsigned char panel_js[] = {
#embed "assets/panel.js"
};
static const unsigned char stage_js[] = {
#embed "assets/stage.js"
};
static const unsigned char words_js[] = {
#embed "assets/words.js"
};
static const unsigned char tones_js[] = {
#embed "assets/tones.js"
};
static const unsigned char camera_js[] = {
#embed "assets/camera.js"
};
static const unsigned char enrolment_js[] = {
#embed "assets/enrolment.js"
};
static const unsigned char badges_js[] = {
#embed "assets/badges.js"
};
static const unsigned char drawn_js[] = {
#embed "assets/drawn.js"
};
static const unsigned char link_js[] = {
#embed "assets/link.js"
};
static const unsigned char figures_html[] = {
#embed "assets/figures.html"
};
static const unsigned char figures_css[] = {
#embed "assets/figures.css"
};
static const unsigned char figures_js[] = {
#embed "assets/figures.js"
};
static const unsigned char chart_js[] = {
#embed "assets/chart.js"
};
static const unsigned char signin_html[] = {
#embed "assets/signin.html"
};
static const unsigned char signin_js[] = {
#embed "assets/signin.js"
};
static const unsigned char theme_js[] = {
#embed "assets/theme.js"
};
static const unsigned char staff_sheet_js[] = {
#embed "assets/staff/sheet.js"
};
static const unsigned char staff_api_js[] = {
#embed "assets/staff/api.js"
};
static const unsigned char staff_elements_js[] = {
#embed "assets/staff/elements.js"
};
static const unsigned char staff_keyboard_js[] = {
#embed "assets/staff/keyboard.js"
};
static const unsigned char staff_pin_js[] = {
#embed "assets/staff/pin.js"
};
static const unsigned char staff_tickets_js[] = {
#embed "assets/staff/tickets.js"
};
static const unsigned char staff_ticket_js[] = {
#embed "assets/staff/ticket.js"
};
static const unsigned char staff_undo_js[] = {
#embed "assets/staff/undo.js"
};
static const unsigned char staff_place_js[] = {
#embed "assets/staff/place.js"
};
static const unsigned char staff_evacuation_js[] = {
#embed "assets/staff/evacuation.js"
};
static const unsigned char staff_unrecorded_js[] = {
#embed "assets/staff/unrecorded.js"
};
static const unsigned char staff_panel_acts_js[] = {
#embed "assets/staff/panel-acts.js"
};
static const unsigned char staff_staff_css[] = {
#embed "assets/staff/staff.css"
};
static const unsigned char icon_svg[] = {
#embed "assets/icon.svg"
};

static const struct door_asset assets[] = {
    {"index.html", index_html, sizeof index_html},
    {"tokens.css", tokens_css, sizeof tokens_css},
    {"screen.css", screen_css, sizeof screen_css},
    {"screen.js", screen_js, sizeof screen_js},
    {"panel.js", panel_js, sizeof panel_js},
    {"stage.js", stage_js, sizeof stage_js},
    {"words.js", words_js, sizeof words_js},
    {"tones.js", tones_js, sizeof tones_js},
    {"camera.js", camera_js, sizeof camera_js},
    {"enrolment.js", enrolment_js, sizeof enrolment_js},
    {"badges.js", badges_js, sizeof badges_js},
    {"drawn.js", drawn_js, sizeof drawn_js},
    {"link.js", link_js, sizeof link_js},
    {"figures.html", figures_html, sizeof figures_html},
    {"figures.css", figures_css, sizeof figures_css},
    {"figures.js", figures_js, sizeof figures_js},
    {"chart.js", chart_js, sizeof chart_js},
    {"signin.html", signin_html, sizeof signin_html},
    {"signin.js", signin_js, sizeof signin_js},
    {"theme.js", theme_js, sizeof theme_js},
    {"staff/sheet.js", staff_sheet_js, sizeof staff_sheet_js},
    {"staff/api.js", staff_api_js, sizeof staff_api_js},
    {"staff/elements.js", staff_elements_js, sizeof staff_elements_js},
    {"staff/keyboard.js", staff_keyboard_js, sizeof staff_keyboard_js},
    {"staff/pin.js", staff_pin_js, sizeof staff_pin_js},
    {"staff/tickets.js", staff_tickets_js, sizeof staff_tickets_js},
    {"staff/ticket.js", staff_ticket_js, sizeof staff_ticket_js},
    {"staff/undo.js", staff_undo_js, sizeof staff_undo_js},
    {"staff/place.js", staff_place_js, sizeof staff_place_js},
    {"staff/evacuation.js", staff_evacuation_js, sizeof staff_evacuation_js},
    {"staff/unrecorded.js", staff_unrecorded_js, sizeof staff_unrecorded_js},
    {"staff/panel-acts.js", staff_panel_acts_js, sizeof staff_panel_acts_js},
    {"staff/staff.css", staff_staff_css, sizeof staff_staff_css},
    {"icon.svg", icon_svg, sizeof icon_svg},
};

const struct door_asset *door_asset_at(size_t index)
{
    return index < sizeof assets / sizeof assets[0] ? &assets[index] : NULL;
}
